import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/db/testing";
import { success } from "@/lib/domain/result";
import type { Database } from "@/lib/postgres/open-database";
import { awaitOperation, beginOperation, finishOperation, type Intent } from "./operations";
import { verifyChain } from "./verify";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());

function intent(given: Partial<Intent> = {}): Intent {
  return {
    operationId: randomUUID(),
    actor: { id: randomUUID(), name: "Mina Reyes", role: "support" },
    action: "card.freeze",
    target: "card-1",
    input: { cardId: "card-1", freeze: true },
    address: "127.0.0.1",
    ...given,
  };
}

describe("one intent", () => {
  it("begins once, however often and however fast it is sent", async () => {
    const one = intent();
    const begun = await Promise.all(Array.from({ length: 200 }, () => beginOperation(one)));
    expect(begun.filter(({ is }) => is === "new")).toHaveLength(1);
    expect(begun.filter(({ is }) => is === "running")).toHaveLength(199);
  });

  it("gives its result to whoever sends it again, and to whoever waits", async () => {
    const one = intent();
    await beginOperation(one);
    const waiting = awaitOperation(one.operationId, 10_000);
    const result = success({ status: "FROZEN" });
    await finishOperation(one, result, { after: { status: "FROZEN" } }, 12);
    expect(await waiting).toEqual(result);
    expect(await beginOperation(one)).toEqual({ is: "finished", result });
  });

  it.each([
    ["another person", { actor: { id: randomUUID(), name: "Eve", role: "support" as const } }],
    ["another action", { action: "card.unfreeze" }],
    ["other content", { input: { cardId: "card-2", freeze: true } }],
  ])("does not answer to %s", async (_, change) => {
    const one = intent();
    await beginOperation(one);
    await finishOperation(one, success("secret"), {}, 1);
    expect(await beginOperation({ ...one, ...change })).toEqual({ is: "foreign" });
  });

  it("keeps what was sent sealed while its outcome is unknown, and forgets it afterwards", async () => {
    const one = intent({ action: "card.create", target: null, input: { kyc: { firstName: "Ada" } } });
    await beginOperation(one);
    const evidence = async () =>
      (await db.pool.query("select evidence from operations where id = $1", [one.operationId])).rows[0]
        ?.evidence;
    expect(await evidence()).toBeTypeOf("string");
    expect(await evidence()).not.toContain("Ada");
    await finishOperation(one, success(null), {}, 1);
    expect(await evidence()).toBeNull();
  });

  it("leaves two rows in an unbroken chain", async () => {
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
