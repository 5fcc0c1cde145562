import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { success } from "@/lib/domain/result";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { intent, openTestOperations, type TestOperations } from "@/testing/unknown-operations";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

describe("a reissue whose response was lost", () => {
  const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" };

  async function leaveReissueUnknown(): Promise<{ card: Card; operation: Intent }> {
    const card = await operations.create(sampleConsumerRequest({ cardType: "virtual" }));
    const operation = intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await operations.createUnknownOperation(operation, { lastFour: card.lastFour });
    return { card, operation };
  }

  async function giveNewNumber({ id, lastFour }: Card): Promise<void> {
    // One in ten thousand new numbers has the same last four digits.
    for (let now = lastFour; now === lastFour; ) {
      await operations.program.sandbox.api("PUT", `/cards/${id}/replace/`, renewal);
      now = (await operations.program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.lastFour;
    }
  }

  it("is recognized by the last four digits", async () => {
    const { card, operation } = await leaveReissueUnknown();
    await giveNewNumber(card);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });

  it("is never resolved as failed, because a new number may have the same last four digits", async () => {
    const { operation } = await leaveReissueUnknown();
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 1 });
  });

  it("is not resolved by a reissue after the issuer's maximum processing time", async () => {
    const { card, operation } = await leaveReissueUnknown();
    await operations.resolve();
    await giveNewNumber(card);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("unknown");
  });

  it("is not resolved by a colleague's reissue", async () => {
    const { card, operation } = await leaveReissueUnknown();
    const other = intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await beginOperation(other);
    await giveNewNumber(card);
    await finishOperation(other, success({}), {}, 10);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("unknown");
  });

  it("leaves no trace and needs a person if it keeps the number", async () => {
    const operation = await operations.createTracelessOperation();
    await operations.exhaustAttempts();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
  });
});
