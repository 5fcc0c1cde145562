import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { searchIndex } from "@/lib/card-index/search-index";
import type { Card } from "@/lib/contract/card";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { readIndexState } from "./index-state";
import { databaseNow } from "./index-write";
import type { ListSync } from "./list-sync";

let program: TestProgram;
let listSyncs: ListSync[];
/** Replaces the issuer's list; null leaves it unchanged. */
let stubbedList: { of: "cards" | "transactions"; listedCount: number } | null = null;
const originalFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  globalThis.fetch = async (input, init) => {
    const response = await originalFetch(input, init);
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (!stubbedList || !url.pathname.endsWith(`/${stubbedList.of}/`)) return response;
    const page = (await response.json()) as { results: unknown[] };
    const results =
      url.searchParams.get("page") === "1" ? page.results.slice(0, stubbedList.listedCount) : [];
    return Response.json({ ...page, results, count: results.length, next: null, previous: null });
  };
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await program.close();
});
beforeEach(async () => {
  stubbedList = null;
  await program.clearFaults();
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 35, transactions: 40 });
  await catchUp(program.listSyncs());
  listSyncs = program.listSyncs({ gracePeriodMs: 60_000 });
});

const state = () => readIndexState();
const freeze = (id: string, isFrozen: boolean) =>
  program.sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: isFrozen });

describe("a list without some known records", () => {
  it.each([0, 3])(
    "removes no cards while the issuer still has them (it lists %i of 35)",
    async (listedCount) => {
      stubbedList = { of: "cards", listedCount };
      await catchUp(listSyncs);
      await catchUp(listSyncs);
      expect((await state()).cards).toMatchObject({
        known: 35,
        total: listedCount,
        missing: { records: 35 - listedCount, since: expect.any(String) },
      });

      stubbedList = null;
      await catchUp(program.listSyncs({ gracePeriodMs: 60_000 }));
      expect((await state()).cards).toMatchObject({ known: 35, total: 35, missing: null });
    },
  );

  it("removes the cards if the issuer no longer has them", async () => {
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: 12,
      transactions: 40,
      seed: 9,
    });
    await catchUp(listSyncs);
    expect((await state()).cards).toMatchObject({ known: 12, total: 12, missing: null });
  });

  it("removes nothing while the cards can't be read individually", async () => {
    const cards = await listAll<Card>(program.sandbox, "cards");
    await program.sandbox.reset();
    for (const { id } of cards)
      await program.addFault({
        method: "GET",
        path: `/cards/${id}/`,
        times: 50,
        fault: { type: "status", status: 503 },
      });
    const [listSync] = listSyncs;
    await listSync?.refresh();
    await listSync?.refresh();
    expect(await listSync?.walk()).toMatchObject({ is: "failed" });
    expect((await state()).cards.known).toBe(35);
  });

  it("removes transactions, which can't be read individually, after the grace period", async () => {
    stubbedList = { of: "transactions", listedCount: 0 };
    await catchUp(listSyncs);
    expect((await state()).transactions).toMatchObject({ known: 40, missing: { records: 40 } });
    await program.db.pool.query("update index_feeds set missing_since = now() - interval '2 minutes'");
    await catchUp(program.listSyncs({ gracePeriodMs: 60_000 }));
    expect((await state()).transactions).toMatchObject({ known: 0, missing: null });
  });
});

describe("a card's history", () => {
  it("survives the card's removal and return: when it was frozen and when it was first seen", async () => {
    const [card] = await listAll<Card>(program.sandbox, "cards");
    const id = card?.id ?? "";
    await freeze(id, card?.status !== "FROZEN");
    await catchUp(listSyncs);
    const known = async () =>
      (
        await program.db.pool.query(
          "select status, status_since, first_seen_at from indexed_cards where id = $1",
          [id],
        )
      ).rows[0];
    const before = await known();
    expect(before.status_since).not.toBeNull();

    await program.sandbox.reset();
    await catchUp(listSyncs);
    expect(await known()).toBeUndefined();
    await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 35, transactions: 40 });
    await freeze(id, before.status === "FROZEN");
    await catchUp(listSyncs);
    expect(await known()).toEqual(before);
    expect((await searchIndex(id)).cards).toHaveLength(1);
  });
});

describe("the verification time", () => {
  it("is the start of the last full walk, not the last refresh", async () => {
    const [cards] = listSyncs;
    await program.db.pool.query("update index_feeds set fresh_at = fresh_at - interval '1 minute'");
    const first = (await state()).cards;
    expect(first.verifiedAt).not.toBeNull();
    await cards?.refresh();
    const refreshed = (await state()).cards;
    expect(refreshed.verifiedAt).toBe(first.verifiedAt);
    expect(Date.parse(refreshed.asOf ?? "")).toBeGreaterThan(Date.parse(first.asOf ?? ""));

    await cards?.walk();
    const afterFirstPage = await databaseNow();
    expect((await state()).cards.verifiedAt).toBe(first.verifiedAt);
    for (let page = 2; page <= 4; page += 1) await cards?.walk();
    const walked = (await state()).cards.verifiedAt ?? "";
    expect(walked > (refreshed.asOf ?? "")).toBe(true);
    expect(walked < afterFirstPage.toISOString()).toBe(true);
  });
});
