import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WRITE_LOCK_KEY } from "@/lib/card-index/sync/index-write";
import { refreshStaleCards } from "@/lib/card-index/sync/refresh-stale-cards";
import type { Card } from "@/lib/contract/card";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { onlyOn } from "@/testing/database";
import { readCard } from "./read-card";

let program: TestProgram;
let cards: Card[];
let calls: string[] = [];
const originalFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 20, transactions: 0 });
  cards = await listAll<Card>(program.sandbox, "cards");
  await catchUp(program.listSyncs());
  globalThis.fetch = (...request) => {
    calls.push(new URL(String(request[0])).pathname);
    return originalFetch(...request);
  };
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await program.close();
});
beforeEach(() => {
  calls = [];
});

const idOf = (index: number) => cards[index]?.id ?? "";
const row = async (id: string) =>
  (await program.db.pool.query("select status, read_at from indexed_cards where id = $1", [id])).rows[0];
/** Truncated to milliseconds, like the index's own times. */
const age = (sql: string) =>
  program.db.pool.query(
    `update indexed_cards set read_at = date_trunc('milliseconds', now()) - interval '${sql}';
     update index_feeds set verified_at = now() - interval '${sql}'`,
  );

describe("a card that is read", () => {
  it("has a new read time even if nothing has changed", async () => {
    const id = idOf(0);
    await age("1 minute");
    const before = await row(id);
    expect(await readCard(id)).toMatchObject({ ok: true });
    const after = await row(id);
    expect(after.status).toBe(before.status);
    expect(after.read_at.getTime()).toBeGreaterThan(before.read_at.getTime());
  });

  // The embedded engine has only one connection, so there is no lock to wait for.
  onlyOn("postgres", () => {
    it("doesn't wait for the write lock if nothing has changed", async () => {
      const writer = await program.db.pool.connect();
      await writer.query("select pg_advisory_lock($1)", [WRITE_LOCK_KEY]);
      try {
        const views = cards.flatMap(({ id }) => [readCard(id), readCard(id)]);
        for (const view of await Promise.all(views)) expect(view.ok).toBe(true);
      } finally {
        await writer.query("select pg_advisory_unlock($1)", [WRITE_LOCK_KEY]);
        writer.release();
      }
    });
  });
});

describe("cards on screen", () => {
  it("are read again if they were not confirmed for a minute", async () => {
    const id = idOf(1);
    await program.sandbox.api("PUT", `/cards/${id}/block/`, { reason: "lost" });
    await age("2 minutes");
    await refreshStaleCards([id, idOf(2)]);
    expect(calls).toHaveLength(2);
    expect(await row(id)).toMatchObject({ status: "BLOCKED" });
  });

  it("are not read again within a minute", async () => {
    await age("30 seconds");
    await refreshStaleCards(cards.map(({ id }) => id));
    expect(calls).toEqual([]);
  });
});
