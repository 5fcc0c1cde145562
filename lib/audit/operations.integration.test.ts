import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/db/migrations";
import { unseal } from "@/lib/db/seal";
import { canonicalJson } from "@/lib/domain/canonical-json";
import { failure, type Result, success } from "@/lib/domain/result";
import { closeBus } from "@/lib/events/bus";
import { finishUnknown } from "@/lib/jobs/finish-unknown";
import type { Database } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { beginOperation, finishOperation, type Intent, waitForOperation } from "./operations";
import { verifyChain } from "./verify";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(async () => {
  await closeBus();
  await db.close();
});

function intent(overrides: Partial<Intent> = {}): Intent {
  return {
    operationId: randomUUID(),
    actor: { id: randomUUID(), name: "Mina Reyes", role: "support" },
    action: "card.freeze",
    target: "card-1",
    input: { cardId: "card-1", freeze: true },
    address: "127.0.0.1",
    ...overrides,
  };
}

describe("one intent", () => {
  it("starts once, however often it is sent at the same time", async () => {
    const one = intent();
    const begun = await Promise.all(Array.from({ length: 200 }, () => beginOperation(one)));
    expect(begun.filter(({ is }) => is === "new")).toHaveLength(1);
    expect(begun.filter(({ is }) => is === "running")).toHaveLength(199);
  });

  it("returns its result to repeated and to waiting requests", async () => {
    const one = intent();
    await beginOperation(one);
    const waiting = waitForOperation(one.operationId, 10_000);
    const result = success({ status: "FROZEN" });
    await finishOperation(one, result, { after: { status: "FROZEN" } }, 12);
    expect(await waiting).toEqual(result);
    expect(await beginOperation(one)).toEqual({ is: "finished", result });
  });

  it.each([
    ["another person", { actor: { id: randomUUID(), name: "Eve", role: "support" as const } }],
    ["another action", { action: "card.unfreeze" }],
    ["another input", { input: { cardId: "card-2", freeze: true } }],
  ])("does not return its result to %s", async (_, change) => {
    const one = intent();
    await beginOperation(one);
    await finishOperation(one, success("secret"), {}, 1);
    expect(await beginOperation({ ...one, ...change })).toEqual({ is: "foreign" });
  });

  it("stores its input encrypted while it is open, and deletes it afterwards", async () => {
    const one = intent({ action: "card.create", target: null, input: { kyc: { lastName: "Lovelace" } } });
    await beginOperation(one);
    const evidence = async () =>
      (await db.pool.query("select evidence from operations where id = $1", [one.operationId])).rows[0]
        ?.evidence;
    expect(await evidence()).toBeTypeOf("string");
    expect(await evidence()).not.toContain("Lovelace");
    await finishOperation(one, success(null), {}, 1);
    expect(await evidence()).toBeNull();
  });

  /** Settles the operation as another process would. */
  async function settleElsewhere(one: Intent, outcome: "succeeded" | "failed", result: Result<unknown>) {
    await finishUnknown(
      { id: one.operationId, person_id: one.actor.id, action: one.action, target: one.target, sent_at: null },
      { outcome, result, cardId: null, message: "Found at the issuer." },
    );
  }

  const unknownOutcome = failure({
    code: "unknown-outcome",
    message: "No answer.",
    requestId: "r",
    retry: "unsafe",
  });
  const failed = failure({ code: "issuer-unavailable", message: "Not done.", requestId: "r", retry: "safe" });

  it.each([
    ["succeeded", success({ status: "FROZEN" }), unknownOutcome],
    ["succeeded", success({ status: "FROZEN" }), failed],
    ["failed", failed, unknownOutcome],
  ] as const)(
    "that was settled as %s is not reopened by a late response",
    async (state, settled, lateResult) => {
      const one = intent();
      await beginOperation(one);
      await settleElsewhere(one, state, settled);
      expect(await finishOperation(one, lateResult, {}, 7)).toEqual(settled);
      const { rows } = await db.pool.query("select state, result from operations where id = $1", [
        one.operationId,
      ]);
      expect(rows).toEqual([{ state, result: settled }]);
      const lastEntry = await db.pool.query(
        "select phase, body::jsonb ->> 'message' as message from audit where operation_id = $1 order by seq desc limit 1",
        [one.operationId],
      );
      expect(lastEntry.rows).toEqual([
        { phase: "event", message: expect.stringContaining("after the outcome was recorded") },
      ]);
    },
  );

  it("that was settled as failed succeeds after the issuer's late confirmation", async () => {
    const one = intent();
    await beginOperation(one);
    await settleElsewhere(one, "failed", failed);
    const confirmed = success({ status: "FROZEN" });
    expect(await finishOperation(one, confirmed, {}, 7)).toEqual(confirmed);
    const { rows } = await db.pool.query("select state, result from operations where id = $1", [
      one.operationId,
    ]);
    expect(rows).toEqual([{ state: "succeeded", result: confirmed }]);
  });

  it("adds two rows to an intact chain", async () => {
    const one = intent();
    await beginOperation(one);
    await finishOperation(one, success(null), { before: { status: "ACTIVE" } }, 7);
    const { rows } = await db.pool.query(
      "select phase, outcome from audit where operation_id = $1 order by seq",
      [one.operationId],
    );
    expect(rows).toEqual([
      { phase: "begin", outcome: "begun" },
      { phase: "finish", outcome: "succeeded" },
    ]);
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: true });
  });
});

describe("a fingerprint", () => {
  const OLD = "the old secret, long enough to be one too";
  const NEW = "the new secret, long enough to be one as well";
  const stored = async ({ operationId }: Intent) => {
    const { rows } = await db.pool.query<{ input_hash: string; evidence: string | null }>(
      "select input_hash, evidence from operations where id = $1",
      [operationId],
    );
    return rows[0] ?? { input_hash: "", evidence: null };
  };
  const unkeyed = (input: unknown) => createHash("sha256").update(canonicalJson(input)).digest("hex");
  beforeEach(() => useSecrets(OLD));

  it("can't be brute-forced, and differs for each operation", async () => {
    const [one, two] = [intent(), intent()];
    await beginOperation(one);
    await beginOperation(two);
    expect((await stored(one)).input_hash).not.toBe(unkeyed(one.input));
    expect((await stored(one)).input_hash).not.toBe((await stored(two)).input_hash);
  });

  it("excludes passwords, like the evidence", async () => {
    const passwords = { currentPassword: "first secret", newPassword: "second secret", accessToken: "third" };
    const one = intent({
      action: "profile.change-password",
      target: null,
      input: { note: "n", ...passwords },
    });
    await beginOperation(one);
    expect(await beginOperation({ ...one, input: { note: "n" } })).toEqual({ is: "running" });
    expect(await beginOperation({ ...one, input: { note: "m", ...passwords } })).toEqual({ is: "foreign" });
    expect(unseal((await stored(one)).evidence ?? "")).toEqual({ input: { note: "n" }, before: null });
  });

  it("stays valid after a rotation of the secret", async () => {
    const one = intent();
    await beginOperation(one);
    useSecrets(NEW, [OLD]);
    expect(await beginOperation(one)).toEqual({ is: "running" });
    expect(await beginOperation({ ...one, input: { cardId: "card-2" } })).toEqual({ is: "foreign" });
  });

  it("in the previous format is accepted until the migration clears it", async () => {
    const one = intent();
    await beginOperation(one);
    await finishOperation(one, success(1), {}, 1);
    await db.pool.query("update operations set input_hash = $2 where id = $1", [
      one.operationId,
      unkeyed(one.input),
    ]);
    expect(await beginOperation(one)).toEqual({ is: "finished", result: success(1) });
    expect(await beginOperation({ ...one, input: {} })).toEqual({ is: "foreign" });

    await db.pool.query("delete from migrations where name like '%-forget-unkeyed-fingerprints'");
    await migrate(db.pool, MIGRATIONS);
    expect((await stored(one)).input_hash).toBe("");
    expect(await beginOperation(one)).toEqual({ is: "finished", result: success(1) });
  });
});
