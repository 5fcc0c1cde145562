import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Card } from "@/lib/contract/card";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { onlyOn } from "@/testing/database";
import { WRITE_LOCK_KEY } from "./index-write";
import { readCard } from "./read-card";
import { refreshStaleCards } from "./refresh-stale-cards";

let program: TestProgram;
let cards: Card[];
let calls: string[] = [];
const untouchedFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 20, transactions: 0 });
  cards = await listAll<Card>(program.sandbox, "cards");
  await catchUp(program.listSyncs());
  globalThis.fetch = (...request) => {
    calls.push(new URL(String(request[0])).pathname);
    return untouchedFetch(...request);
  };
});
afterAll(async () => {
  globalThis.fetch = untouchedFetch;
  await program.close();
});
beforeEach(() => {
  calls = [];
});

const idOf = (place: number) => cards[place]?.id ?? "";
const row = async (id: string) =>
  (await program.db.pool.query("select status, read_at from indexed_cards where id = $1", [id])).rows[0];
/** In milliseconds, as the index writes its times. */
const age = (sql: string) =>
  program.db.pool.query(
    `update indexed_cards set read_at = date_trunc('milliseconds', now()) - interval '${sql}';
     update index_feeds set verified_at = now() - interval '${sql}'`,
  );

describe("a card that is read", () => {
  it("is known as of that moment, also when nothing has changed", async () => {
    const id = idOf(0);
    await age("1 minute");
    const before = await row(id);
    expect(await readCard(id)).toMatchObject({ ok: true });
    const after = await row(id);
    expect(after.status).toBe(before.status);
    expect(after.read_at.getTime()).toBeGreaterThan(before.read_at.getTime());
  });

  // The embedded engine has one connection: there is nobody to wait for.
  onlyOn("postgres", () => {
    it("waits for no writer of the index where nothing has changed", async () => {
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

describe("cards on somebody's screen", () => {
  it("are read again when they have not been confirmed for a minute", async () => {
    const id = idOf(1);
    await program.sandbox.api("PUT", `/cards/${id}/block/`, { reason: "lost" });
    await age("2 minutes");
    await refreshStaleCards([id, idOf(2)]);
    expect(calls).toHaveLength(2);
    expect(await row(id)).toMatchObject({ status: "BLOCKED" });
  });

  it("are left alone when they have", async () => {
    await age("30 seconds");
    await refreshStaleCards(cards.map(({ id }) => id));
    expect(calls).toEqual([]);
  });
});
