import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { success } from "@/lib/domain/result";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { intent, openTestSettlement, type TestSettlement } from "@/testing/settlement";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.empty());

describe("a reissue whose response was lost", () => {
  const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" };

  async function lostReissue(request: object = renewal): Promise<{ card: Card; one: Intent }> {
    const card = await settlement.create(sampleConsumerRequest({ cardType: "virtual" }));
    const one = intent("card.reissue", { cardId: card.id, request }, card.id);
    await settlement.leaveUnknown(one, { lastFour: card.lastFour });
    return { card, one };
  }

  async function giveNewNumber({ id, lastFour }: Card): Promise<void> {
    // One in ten thousand new numbers has the same last four digits.
    for (let now = lastFour; now === lastFour; ) {
      await settlement.program.sandbox.api("PUT", `/cards/${id}/replace/`, renewal);
      now = (await settlement.program.sandbox.api<Card>("GET", `/cards/${id}/`)).body.lastFour;
    }
  }

  it("is recognized by the last four digits", async () => {
    const { card, one } = await lostReissue();
    await giveNewNumber(card);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("succeeded");
  });

  it("is never settled as failed, because a new number may have the same last four digits", async () => {
    const { one } = await lostReissue();
    await settlement.settle();
    expect(await settlement.stored(one)).toMatchObject({ state: "unknown", attempts: 1 });
  });

  it("is not settled by a reissue after the issuer's maximum processing time", async () => {
    const { card, one } = await lostReissue();
    await settlement.settle();
    await giveNewNumber(card);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("unknown");
  });

  it("is not settled by a colleague's reissue", async () => {
    const { card, one } = await lostReissue();
    const other = intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await beginOperation(other);
    await giveNewNumber(card);
    await finishOperation(other, success({}), {}, 10);
    await settlement.settle();
    expect((await settlement.stored(one)).state).toBe("unknown");
  });

  it("that keeps the number leaves no trace and needs a person", async () => {
    const { one } = await lostReissue({ renewOption: "CALCULATE_NEW_EXPIRY_DATE" });
    for (let round = 0; round < MAX_INCONCLUSIVE_ATTEMPTS; round += 1) await settlement.settle();
    expect(await settlement.stored(one)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
  });
});
