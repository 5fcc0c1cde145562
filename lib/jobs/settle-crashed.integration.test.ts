import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent, recordSending } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { failure, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { useSecrets } from "@/testing/dashboard-database";
import { createIntent, intent, openTestSettlement, type TestSettlement } from "@/testing/settlement";
import { didNotHappen, settleOperationsJob, TRIES } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.reset());

describe("an operation whose process died", () => {
  async function crashedFreeze(): Promise<{ card: Card; one: Intent }> {
    const card = await settlement.create(sampleConsumerRequest());
    const one = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(one);
    return { card, one };
  }

  it("is settled by the card's status, once no process can be at it any more", async () => {
    const { card, one } = await crashedFreeze();
    await issuer().freezeCard(card.id, true);
    await settleOperationsJob.run({});
    expect((await settlement.readOperation(one)).state).toBe("begun");
    await settlement.advanceTime(120);
    await settleOperationsJob.run({});
    expect((await settlement.readOperation(one)).state).toBe("succeeded");
  });

  it("is dated by when the card was asked for, by the database's clock", async () => {
    const { card, one } = await crashedFreeze();
    await issuer().freezeCard(card.id, true);
    await settlement.advanceTime(120);
    await settlement.settle();
    const { rows } = await settlement.program.db.pool.query<{ read_at: Date }>(
      "select read_at from indexed_cards where id = $1",
      [card.id],
    );
    expect(await settlement.readOperation(one)).toMatchObject({
      state: "succeeded",
      result: { data: { readAt: rows[0]?.read_at.toISOString() } },
    });
  });

  it("did not happen when the card is as it was", async () => {
    const { one } = await crashedFreeze();
    await settlement.advanceTime(120);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("failed");
  });

  it("may have happened when somebody undid it since", async () => {
    const { card, one } = await crashedFreeze();
    const undone = intent("card.unfreeze", { cardId: card.id, freeze: false }, card.id);
    await beginOperation(undone);
    await finishOperation(undone, success({}), {}, 10);
    await settlement.advanceTime(120, one);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("unknown");
  });

  it.each(["issuer-unavailable", "issuer-broken", "internal"] as const)(
    "may have happened when a later change, which was sent and ended as %s, may have undone it",
    async (code) => {
      const { card, one } = await crashedFreeze();
      const undone = intent("card.unfreeze", { cardId: card.id, freeze: false }, card.id);
      await beginOperation(undone);
      await recordSending(undone.operationId);
      const noAnswer = failure({ code, message: "No answer.", requestId: "r", retry: "safe" });
      await finishOperation(undone, noAnswer, {}, 10);
      await settlement.advanceTime(120, one);
      await settlement.settle();
      expect((await settlement.readOperation(one)).state).toBe("unknown");
    },
  );

  it("did not happen, and neither did another whose absence was established", async () => {
    const { card, one } = await crashedFreeze();
    const other = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(other);
    await recordSending(other.operationId);
    await finishOperation(other, didNotHappen(other.operationId), {}, 10);
    await settlement.advanceTime(120, one);
    await settlement.settle();
    expect((await settlement.readOperation(one)).state).toBe("failed");
  });

  it("and did nothing at the issuer is said to have been interrupted", async () => {
    const one = intent("person.invite", { name: "New" });
    await beginOperation(one);
    await settlement.advanceTime(120);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { code: "internal" } },
    });
    const { rows } = await settlement.program.db.pool.query(
      "select outcome, body::jsonb ->> 'message' as message from audit where operation_id = $1 and phase = 'finish'",
      [one.operationId],
    );
    expect(rows).toEqual([{ outcome: "failed", message: expect.stringContaining("Interrupted") }]);
  });

  it("and was at the sandbox's controls, which keep no record, goes to a person at once", async () => {
    const one = intent("sandbox.purchase", { amount: 1 });
    await beginOperation(one);
    await settlement.advanceTime(120);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: TRIES });
  });

  it("and belonged to a dashboard of an earlier version is settled too", async () => {
    const one = intent("person.invite", { name: "New" });
    // As that version writes it.
    await settlement.program.db.pool.query(
      `insert into operations (id, person_id, action, target, input_hash, evidence, state)
       values ($1, $2, $3, null, '', null, 'begun')`,
      [one.operationId, one.actor.id, one.action],
    );
    await settleOperationsJob.run({});
    expect((await settlement.readOperation(one)).state).toBe("begun");
    await settlement.advanceTime(450);
    await settleOperationsJob.run({});
    expect((await settlement.readOperation(one)).state).toBe("failed");
  });

  it("and is sealed with a secret that only another dashboard has is left to that one for an hour", async () => {
    const one = createIntent();
    const secret = env().authSecret;
    useSecrets("a secret of another dashboard, long enough");
    await settlement.createUnknownOperation(one);
    useSecrets(secret);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: 0 });
    await settlement.advanceTime(3_600);
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: TRIES });
  });
});
