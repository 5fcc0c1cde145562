import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { failure, success } from "@/lib/domain/result";
import { closeBus } from "@/lib/events/bus";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { beginOperation, finishOperation, type Intent } from "./operations";

const JONAS = { id: randomUUID(), name: "Jonas Weber", role: "manager" as const };
const MINA = { id: randomUUID(), name: "Mina Reyes", role: "admin" as const };

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
  for (const { id, name, role } of [JONAS, MINA])
    await db.pool.query("insert into people (id, email, name, role) values ($1, $2, $3, $4)", [
      id,
      `${id}@example.com`,
      name,
      role,
    ]);
});
afterAll(async () => {
  await closeBus();
  await db.close();
});
beforeEach(() => db.pool.query("delete from operations"));

function reissue(overrides: Partial<Intent> = {}): Intent {
  return {
    operationId: randomUUID(),
    actor: JONAS,
    action: "card.reissue",
    target: "card-1",
    input: { cardId: "card-1" },
    address: null,
    isExclusive: true,
    ...overrides,
  };
}

const unknownOutcome = failure({
  code: "unknown-outcome",
  message: "No answer.",
  requestId: "r",
  retry: "unsafe",
});

it("only one of many concurrent requests starts an exclusive operation", async () => {
  const started = await Promise.all(Array.from({ length: 20 }, () => beginOperation(reissue())));
  expect(started.filter(({ is }) => is === "new")).toHaveLength(1);
  expect(started.filter(({ is }) => is === "rejected")).toHaveLength(19);
});

it("a second request is rejected with the person and time of the first, and recorded as failed", async () => {
  const first = reissue();
  await beginOperation(first);
  await finishOperation(first, unknownOutcome, {}, 10_000);
  await db.pool.query("update operations set begun_at = '2026-11-15T14:03:22.5Z' where id = $1", [
    first.operationId,
  ]);
  const second = reissue({ actor: MINA });
  const rejected = {
    ok: false,
    error: {
      code: "conflict",
      message: expect.stringContaining("Jonas Weber already requested this on 2026-11-15 14:03:22 UTC"),
      retry: "never",
    },
  };
  expect(await beginOperation(second)).toMatchObject({ is: "rejected", result: rejected });
  expect(await beginOperation(second)).toMatchObject({ is: "finished", result: rejected });
  const { rows } = await db.pool.query(
    "select phase, outcome, body::jsonb ->> 'message' as message from audit where operation_id = $1 order by seq",
    [second.operationId],
  );
  expect(rows).toEqual([
    { phase: "begin", outcome: "begun", message: null },
    { phase: "finish", outcome: "failed", message: expect.stringContaining("Jonas Weber") },
  ]);
});

it("a person's own open request is reported as theirs", async () => {
  await beginOperation(reissue());
  expect(await beginOperation(reissue())).toMatchObject({
    result: { error: { message: expect.stringMatching(/^You already requested this/) } },
  });
});

it.each(["succeeded", "failed"])("a second request starts once the first has %s", async (outcome) => {
  const first = reissue();
  await beginOperation(first);
  const rejection = { code: "refused", message: "No.", requestId: "r", retry: "never" } as const;
  await finishOperation(first, outcome === "succeeded" ? success({}) : failure(rejection), {}, 10);
  expect(await beginOperation(reissue())).toEqual({ is: "new" });
});

it("requests for another card or another action are not rejected", async () => {
  await beginOperation(reissue());
  expect(await beginOperation(reissue({ target: "card-2" }))).toEqual({ is: "new" });
  expect(await beginOperation(reissue({ action: "card.freeze", isExclusive: false }))).toEqual({ is: "new" });
});
