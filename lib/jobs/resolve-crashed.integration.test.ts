import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beginOperation,
  finishOperation,
  type Intent,
  recordSending,
  storeEvidence,
} from "@/lib/audit/operations";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import type { Card } from "@/lib/contract/card";
import { failure, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { insertRequest, REQUESTED_AGAIN } from "@/lib/reports/requests";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { useSecrets } from "@/testing/dashboard-database";
import { createIntent, intent, openTestOperations, type TestOperations } from "@/testing/unknown-operations";
import { MAX_INCONCLUSIVE_ATTEMPTS, notProcessedResult, resolveOperationsJob } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

describe("an operation whose process died", () => {
  async function beginCrashedFreeze(): Promise<{ card: Card; operation: Intent }> {
    const card = await operations.create(sampleConsumerRequest());
    const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(operation);
    await recordSending(operation.operationId);
    return { card, operation };
  }

  it("is resolved by the card's status once its process is considered dead", async () => {
    const { card, operation } = await beginCrashedFreeze();
    await issuer().freezeCard(card.id, true);
    await resolveOperationsJob.run({});
    expect((await operations.readOperation(operation)).state).toBe("begun");
    await operations.advanceTime(120);
    await resolveOperationsJob.run({});
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });

  it("uses the database's time at which the card was requested", async () => {
    const { card, operation } = await beginCrashedFreeze();
    await issuer().freezeCard(card.id, true);
    await operations.advanceTime(120);
    await operations.resolve();
    const { rows } = await operations.program.db.pool.query<{ read_at: Date }>(
      "select read_at from indexed_cards where id = $1",
      [card.id],
    );
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "succeeded",
      result: { data: { readAt: rows[0]?.read_at.toISOString() } },
    });
  });

  it("is resolved as failed if the card is unchanged", async () => {
    const { operation } = await beginCrashedFreeze();
    await operations.advanceTime(120);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("is resolved as failed if it was never sent, although another change has done the same", async () => {
    const card = await operations.create(sampleConsumerRequest());
    const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(operation);
    await issuer().freezeCard(card.id, true);
    await operations.advanceTime(120);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
    expect(await recordSending(operation.operationId)).toBe(false);
  });

  it("is not resolved as failed if another change may have undone it", async () => {
    const { card, operation } = await beginCrashedFreeze();
    const unfreeze = intent("card.unfreeze", { cardId: card.id, freeze: false }, card.id);
    await beginOperation(unfreeze);
    await finishOperation(unfreeze, success({}), {}, 10);
    await operations.advanceTime(120, operation);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("unknown");
  });

  it.each(["issuer-unavailable", "issuer-broken", "internal"] as const)(
    "is not resolved as failed if a later change, which was sent and ended as %s, may have undone it",
    async (code) => {
      const { card, operation } = await beginCrashedFreeze();
      const unfreeze = intent("card.unfreeze", { cardId: card.id, freeze: false }, card.id);
      await beginOperation(unfreeze);
      await recordSending(unfreeze.operationId);
      const noResponse = failure({ code, message: "No answer.", requestId: "r", retry: "safe" });
      await finishOperation(unfreeze, noResponse, {}, 10);
      await operations.advanceTime(120, operation);
      await operations.resolve();
      expect((await operations.readOperation(operation)).state).toBe("unknown");
    },
  );

  it("is resolved as failed if another change on the card was ruled out too", async () => {
    const { card, operation } = await beginCrashedFreeze();
    const other = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(other);
    await recordSending(other.operationId);
    await finishOperation(other, notProcessedResult(other.operationId), {}, 10);
    await operations.advanceTime(120, operation);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  const readMessages = async ({ operationId }: Intent) =>
    (
      await operations.program.db.pool.query<{ message: string }>(
        "select body::jsonb ->> 'message' as message from audit where operation_id = $1 and phase = 'finish'",
        [operationId],
      )
    ).rows.map(({ message }) => message);

  it.each([
    ["nothing else changed it", "FROZEN", async () => undefined],
    [
      "somebody unfroze it in between",
      null,
      async ({ id }: Card) => {
        const unfreeze = intent("card.unfreeze", { cardId: id, freeze: false }, id);
        await beginOperation(unfreeze);
        await finishOperation(unfreeze, success({}), {}, 10);
      },
    ],
    [
      "it was unfrozen elsewhere in between",
      null,
      async ({ id }: Card) => void (await recordInIndex("sync", () => issuer().retrieveCard(id))),
    ],
  ])("says whether it changed a card that was frozen before, if %s", async (_, previousStatus, change) => {
    const { card, operation } = await beginCrashedFreeze();
    const before = { status: "FROZEN", lastFour: card.lastFour, statusReason: null };
    await storeEvidence(operation.operationId, { input: operation.input, before });
    await change(card);
    await issuer().freezeCard(card.id, true);
    await operations.advanceTime(120, operation);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "succeeded",
      result: { data: { card: { status: "FROZEN" }, previousStatus } },
    });
    const message = previousStatus ? "The card was already frozen." : expect.stringContaining("succeeded");
    expect(await readMessages(operation)).toEqual([message]);
  });

  const noOneElse = async () => undefined;
  const colleague = async ({ id }: Card) => {
    const block = intent("card.block", { cardId: id, reason: "lost" }, id);
    await beginOperation(block);
    await finishOperation(block, success({}), {}, 10);
  };

  it.each([
    ["succeeded", "an active card has its reason", "ACTIVE", null, "fraud", noOneElse],
    ["succeeded", "an active card has the issuer's own words for it", "ACTIVE", null, "Fraud (2)", noOneElse],
    ["succeeded", "a card that was blocked before has its reason", "BLOCKED", "lost", "fraud", noOneElse],
    ["succeeded", "a card that couldn't be read before has its reason", null, null, "fraud", noOneElse],
    ["unknown", "a card that couldn't be read before has another reason", null, null, "lost", noOneElse],
    ["succeeded", "a card was blocked for the same reason before", "BLOCKED", "fraud", "fraud", noOneElse],
    ["failed", "a card that was blocked before has kept its reason", "BLOCKED", "lost", "lost", noOneElse],
    ["unknown", "a card that was blocked before has a third reason", "BLOCKED", "lost", "stolen", noOneElse],
    ["unknown", "a colleague blocked the card too, for the reason it has", "ACTIVE", null, "lost", colleague],
    ["unknown", "a colleague blocked the card again for its reason", "BLOCKED", "lost", "lost", colleague],
  ] as const)(
    "is recorded as %s if it is a block and %s",
    async (state, _, status, statusReason, reasonNow, change) => {
      const card = await operations.create(sampleConsumerRequest());
      const operation = intent("card.block", { cardId: card.id, reason: "fraud" }, card.id);
      await beginOperation(operation);
      const before = status && { status, lastFour: card.lastFour, statusReason };
      await storeEvidence(operation.operationId, { input: operation.input, before });
      await recordSending(operation.operationId);
      await change(card);
      await issuer().blockCard(card.id, reasonNow);
      await operations.advanceTime(120, operation);
      await operations.resolve();
      expect((await operations.readOperation(operation)).state).toBe(state);
      if (statusReason === "fraud")
        expect(await readMessages(operation)).toEqual(["The card was already blocked."]);
    },
  );

  it("may still be in progress if it is a block and a card that was blocked before has kept its reason", async () => {
    const card = await operations.create(sampleConsumerRequest());
    await issuer().blockCard(card.id, "lost");
    const operation = intent("card.block", { cardId: card.id, reason: "fraud" }, card.id);
    const before = { status: "BLOCKED", lastFour: card.lastFour, statusReason: "lost" };
    await operations.createUnknownOperation(operation, before, 1);
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("unknown");
    await issuer().blockCard(card.id, "fraud");
    await operations.resolve();
    expect((await operations.readOperation(operation)).state).toBe("succeeded");
  });

  it("is recorded as interrupted if it never called the issuer", async () => {
    const operation = intent("person.invite", { name: "New" });
    await beginOperation(operation);
    await operations.advanceTime(120);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { code: "internal" } },
    });
    const { rows } = await operations.program.db.pool.query(
      "select outcome, body::jsonb ->> 'message' as message from audit where operation_id = $1 and phase = 'finish'",
      [operation.operationId],
    );
    expect(rows).toEqual([{ outcome: "failed", message: expect.stringContaining("Interrupted") }]);
  });

  it("succeeded if it had stored its report request", async () => {
    const operation = intent("report.request", { type: "daily", date: "2026-11-10" });
    await beginOperation(operation);
    await insertReportOf(operation);
    await operations.advanceTime(120);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "succeeded",
      target: operation.operationId,
      result: { ok: true, data: { id: operation.operationId, state: "queued" } },
    });
  });

  it("is recorded as interrupted if it had not stored its report request", async () => {
    const operation = intent("report.request", { type: "daily", date: "2026-11-10" });
    await beginOperation(operation);
    await operations.advanceTime(120);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { code: "internal" } },
    });
  });

  it.each([
    { isStored: true, state: "succeeded" },
    { isStored: false, state: "failed" },
  ])("has $state if requesting a report again was stored: $isStored", async ({ isStored, state }) => {
    const request = intent("report.request", {});
    await insertReportOf(request);
    await addHistory(request, `${REQUESTED_AGAIN} Ada.`);
    await operations.program.db.pool.query("update report_history set at = at - interval '1 hour'");
    const retry = intent("report.retry", { reportId: request.operationId }, request.operationId);
    await beginOperation(retry);
    await addHistory(request, isStored ? `${REQUESTED_AGAIN} Ada.` : "The issuer can’t be reached.");
    await operations.advanceTime(120);
    await operations.resolve();
    expect((await operations.readOperation(retry)).state).toBe(state);
  });

  async function insertReportOf({ operationId, actor }: Intent): Promise<void> {
    const { pool } = operations.program.db;
    await pool.query("insert into people (id, email, name, role) values ($1, $2, 'Ada', 'manager')", [
      actor.id,
      `${actor.id}@example.com`,
    ]);
    await insertRequest(pool, { id: operationId, type: "daily", date: "2026-11-10", personId: actor.id });
  }

  async function addHistory({ operationId }: Intent, message: string): Promise<void> {
    await operations.program.db.pool.query(
      "insert into report_history (request_id, state, message) values ($1, 'queued', $2)",
      [operationId, message],
    );
  }

  it("needs a person immediately if it used the sandbox's control API, which keeps no record", async () => {
    const operation = intent("sandbox.purchase", { amount: 1 });
    await beginOperation(operation);
    await operations.advanceTime(120);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
  });

  it("is resolved too if an earlier version began it", async () => {
    const operation = intent("person.invite", { name: "New" });
    // The earlier version's format.
    await operations.program.db.pool.query(
      `insert into operations (id, person_id, action, target, input_hash, evidence, state)
       values ($1, $2, $3, null, '', null, 'begun')`,
      [operation.operationId, operation.actor.id, operation.action],
    );
    await resolveOperationsJob.run({});
    expect((await operations.readOperation(operation)).state).toBe("begun");
    await operations.advanceTime(450);
    await resolveOperationsJob.run({});
    expect((await operations.readOperation(operation)).state).toBe("failed");
  });

  it("is left for an hour to the instance that has the secret of its evidence", async () => {
    const operation = createIntent();
    const secret = env().authSecret;
    useSecrets("a secret of another dashboard, long enough");
    await operations.createUnknownOperation(operation);
    useSecrets(secret);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({ state: "unknown", attempts: 0 });
    await operations.advanceTime(3_600);
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
  });
});
