import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/db/migrations";
import { unseal } from "@/lib/db/seal";
import { failure, type Result, success } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
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
    const operation = intent();
    const started = await Promise.all(Array.from({ length: 200 }, () => beginOperation(operation)));
    expect(started.filter(({ is }) => is === "new")).toHaveLength(1);
    expect(started.filter(({ is }) => is === "running")).toHaveLength(199);
  });

  it("returns its result to repeated and to waiting requests", async () => {
    const operation = intent();
    await beginOperation(operation);
    const waiting = waitForOperation(operation.operationId, 10_000);
    const result = success({ status: "FROZEN" });
    await finishOperation(operation, result, { after: { status: "FROZEN" } }, 12);
    expect(await waiting).toEqual(result);
    expect(await beginOperation(operation)).toEqual({ is: "finished", result });
  });

  it.each([
    ["another person", { actor: { id: randomUUID(), name: "Eve", role: "support" as const } }],
    ["another action", { action: "card.unfreeze" }],
    ["another input", { input: { cardId: "card-2", freeze: true } }],
  ])("does not return its result to %s", async (_, change) => {
    const operation = intent();
    await beginOperation(operation);
    await finishOperation(operation, success("secret"), {}, 1);
    expect(await beginOperation({ ...operation, ...change })).toEqual({ is: "mismatch" });
  });

  it("stores its input encrypted while it is open, and deletes it afterward", async () => {
    const operation = intent({
      action: "card.create",
      target: null,
      input: { kyc: { lastName: "Lovelace" } },
    });
    await beginOperation(operation);
    const evidence = async () =>
      (await db.pool.query("select evidence from operations where id = $1", [operation.operationId])).rows[0]
        ?.evidence;
    expect(await evidence()).toBeTypeOf("string");
    expect(await evidence()).not.toContain("Lovelace");
    await finishOperation(operation, success(null), {}, 1);
    expect(await evidence()).toBeNull();
  });

  /** Resolves the operation as another process would. */
  async function resolveInOtherProcess(
    operation: Intent,
    outcome: "succeeded" | "failed",
    result: Result<unknown>,
  ) {
    await finishUnknown(
      {
        id: operation.operationId,
        person_id: operation.actor.id,
        action: operation.action,
        target: operation.target,
        sent_at: null,
      },
      { outcome, result, target: null, message: "Found at the issuer." },
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
    "is not reopened by a late response once it is resolved as %s",
    async (state, resolved, lateResult) => {
      const operation = intent();
      await beginOperation(operation);
      await resolveInOtherProcess(operation, state, resolved);
      expect(await finishOperation(operation, lateResult, {}, 7)).toEqual(resolved);
      const { rows } = await db.pool.query("select state, result from operations where id = $1", [
        operation.operationId,
      ]);
      expect(rows).toEqual([{ state, result: resolved }]);
      const lastEntry = await db.pool.query(
        "select phase, body::jsonb ->> 'message' as message from audit where operation_id = $1 order by seq desc limit 1",
        [operation.operationId],
      );
      expect(lastEntry.rows).toEqual([
        { phase: "event", message: expect.stringContaining("after the outcome was recorded") },
      ]);
    },
  );

  it("succeeds after the issuer's late confirmation even if it was resolved as failed", async () => {
    const operation = intent();
    await beginOperation(operation);
    await resolveInOtherProcess(operation, "failed", failed);
    const confirmed = success({ status: "FROZEN" });
    expect(await finishOperation(operation, confirmed, {}, 7)).toEqual(confirmed);
    const { rows } = await db.pool.query("select state, result from operations where id = $1", [
      operation.operationId,
    ]);
    expect(rows).toEqual([{ state: "succeeded", result: confirmed }]);
  });

  it("adds two rows to an intact chain", async () => {
    const operation = intent();
    await beginOperation(operation);
    await finishOperation(operation, success(null), { before: { status: "ACTIVE" } }, 7);
    const { rows } = await db.pool.query(
      "select phase, outcome from audit where operation_id = $1 order by seq",
      [operation.operationId],
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
    const [operation, other] = [intent(), intent()];
    await beginOperation(operation);
    await beginOperation(other);
    expect((await stored(operation)).input_hash).not.toBe(unkeyed(operation.input));
    expect((await stored(operation)).input_hash).not.toBe((await stored(other)).input_hash);
  });

  it("excludes passwords, like the evidence", async () => {
    const passwords = { currentPassword: "first secret", newPassword: "second secret", accessToken: "third" };
    const operation = intent({
      action: "profile.change-password",
      target: null,
      input: { note: "n", ...passwords },
    });
    await beginOperation(operation);
    expect(await beginOperation({ ...operation, input: { note: "n" } })).toEqual({ is: "running" });
    expect(await beginOperation({ ...operation, input: { note: "m", ...passwords } })).toEqual({
      is: "mismatch",
    });
    expect(unseal((await stored(operation)).evidence ?? "")).toEqual({ input: { note: "n" }, before: null });
  });

  it("stays valid after a rotation of the secret", async () => {
    const operation = intent();
    await beginOperation(operation);
    useSecrets(NEW, [OLD]);
    expect(await beginOperation(operation)).toEqual({ is: "running" });
    expect(await beginOperation({ ...operation, input: { cardId: "card-2" } })).toEqual({ is: "mismatch" });
  });

  it("is accepted in the previous format until the migration clears it", async () => {
    const operation = intent();
    await beginOperation(operation);
    await finishOperation(operation, success(1), {}, 1);
    await db.pool.query("update operations set input_hash = $2 where id = $1", [
      operation.operationId,
      unkeyed(operation.input),
    ]);
    expect(await beginOperation(operation)).toEqual({ is: "finished", result: success(1) });
    expect(await beginOperation({ ...operation, input: {} })).toEqual({ is: "mismatch" });

    await db.pool.query("delete from migrations where name like '%-forget-unkeyed-fingerprints'");
    await migrate(db.pool, MIGRATIONS);
    expect((await stored(operation)).input_hash).toBe("");
    expect(await beginOperation(operation)).toEqual({ is: "finished", result: success(1) });
  });
});
