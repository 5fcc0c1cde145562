import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import { searchIndex } from "@/lib/card-index/search-index";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { issuer } from "@/lib/issuer/issuer";
import { sampleBusinessRequest, sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { readIndexState } from "./index-state";
import { databaseNow } from "./index-write";
import { ListSync } from "./list-sync";
import { recordInIndex } from "./record-in-index";
import { SYNCED_LISTS } from "./synced-lists";
import { writeCards } from "./write-cards";

const PAGE_SIZE = 10;
const NEWEST = { by: "created", direction: "desc" } as const;

let program: TestProgram;
let listSyncs: ListSync[];

beforeAll(async () => {
  program = await openTestProgram({ pageSize: PAGE_SIZE });
});
afterAll(() => program.close());

async function resetWorld(cards: number, transactions: number): Promise<void> {
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards, transactions });
  await program.db.pool.query(
    "truncate indexed_cards, indexed_transactions, indexed_words, card_counts, card_days, transaction_days",
  );
  await program.db.pool.query(
    `update index_feeds set walk = 1, walk_page = 1, filled_at = null, verified_at = null, total = null,
            fresh_at = null, settled_difference = null, missing = 0, missing_since = null`,
  );
  listSyncs = program.listSyncs();
}

const issueCard = async (overrides: Parameters<typeof sampleConsumerRequest>[0] = {}): Promise<Card> =>
  (await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest(overrides))).body;

const listOutsideChanges = async (target: string) =>
  (await listAudit({ target, action: "card.changed-outside" }, { limit: 10 })).rows;

async function expectIndexMatchesIssuer(): Promise<void> {
  const { rows: cards } = await listIndexedCards({ filter: {}, sort: NEWEST, limit: 10_000 });
  const { rows: transactions } = await listIndexedTransactions({ filter: {}, sort: NEWEST, limit: 10_000 });
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(cards.sort(byId)).toEqual((await listAll<Card>(program.sandbox, "cards")).sort(byId));
  expect(transactions.sort(byId)).toEqual(
    (await listAll<Transaction>(program.sandbox, "transactions")).sort(byId),
  );
}

describe("the first sync", () => {
  beforeEach(() => resetWorld(45, 130));

  it("reads all records and reports its progress", async () => {
    const [cards] = listSyncs;
    expect(await readIndexState()).toMatchObject({
      cards: { known: 0, total: null, isFilled: false, asOf: null },
    });
    await cards?.refresh();
    await cards?.walk();
    await cards?.walk();
    expect(await readIndexState()).toMatchObject({ cards: { known: 20, total: 45, isFilled: false } });
    await catchUp(listSyncs);
    expect(await readIndexState()).toMatchObject({
      cards: { known: 45, total: 45, isFilled: true },
      transactions: { known: 130, total: 130, isFilled: true },
    });
    await expectIndexMatchesIssuer();
  });

  it("continues where it stopped after a restart", async () => {
    for (let step = 0; step < 2; step += 1) await listSyncs[0]?.walk();
    listSyncs = program.listSyncs();
    await listSyncs[0]?.walk();
    expect(await readIndexState()).toMatchObject({ cards: { known: 30 } });
    await catchUp(listSyncs);
    await expectIndexMatchesIssuer();
  });

  it("misses no cards that are issued in the meantime", async () => {
    const [cards] = listSyncs;
    await cards?.walk();
    for (let count = 0; count < 7; count += 1) await issueCard();
    await catchUp(listSyncs);
    await expectIndexMatchesIssuer();
  });

  it("records no changes made elsewhere", async () => {
    await catchUp(listSyncs);
    expect((await listAudit({ action: "card.changed-outside" }, { limit: 1 })).rows).toEqual([]);
  });
});

describe("after the first sync", () => {
  beforeAll(async () => {
    await resetWorld(25, 60);
    await catchUp(listSyncs);
  });

  it("finds a new card and a new transaction with one refresh", async () => {
    const card = await issueCard({ cardType: "virtual" });
    await program.sandbox.call("POST", "/sandbox/authorizations", { cardId: card.id, amount: 12.5 });
    for (const listSync of listSyncs) await listSync.refresh();
    expect((await searchIndex(card.id)).cards).toEqual([card]);
    const { rows } = await listIndexedTransactions({
      filter: { cardIds: [card.id] },
      sort: NEWEST,
      limit: 5,
    });
    expect(rows).toHaveLength(1);
    await expectIndexMatchesIssuer();
  });

  it("isn't stopped by a card with texts that are too long for an index", async () => {
    const long = () => randomBytes(9_000).toString("base64url").replace(/\d/g, "x").slice(0, 9_000);
    const { body: card } = await program.sandbox.api<Card>(
      "POST",
      "/cards/",
      sampleBusinessRequest({ cardType: "virtual", meta: { id: long() }, kyc: { fullName: long() } }),
    );
    const next = await issueCard({ cardType: "virtual" });
    for (const listSync of listSyncs) await listSync.refresh();
    const { cards } = await searchIndex(card.id);
    expect(cards.map(({ externalCustomerId }) => externalCustomerId)).toEqual([
      card.externalCustomerId.slice(0, 500),
    ]);
    expect((await searchIndex(next.id)).cards).toEqual([next]);
    await resetWorld(25, 60);
    await catchUp(listSyncs);
  });

  it("records a change made elsewhere once", async () => {
    const card = await issueCard();
    await listSyncs[0]?.refresh();
    await program.sandbox.api("PUT", `/cards/${card.id}/block/`, { reason: "lost" });
    await listSyncs[0]?.refresh();
    await listSyncs[0]?.refresh();
    expect(await listOutsideChanges(card.id)).toMatchObject([
      {
        actor: null,
        message: `Changed outside Cardwell: ACTIVE → BLOCKED`,
        before: { status: "ACTIVE" },
        after: { status: "BLOCKED" },
      },
    ]);
  });

  it("doesn't record its own changes as made elsewhere", async () => {
    const card = await issueCard();
    await listSyncs[0]?.refresh();
    await issuer().freezeCard(card.id, true);
    await recordInIndex("own-change", () => issuer().retrieveCard(card.id));
    await listSyncs[0]?.refresh();
    expect(await listOutsideChanges(card.id)).toEqual([]);
    expect((await searchIndex(card.id)).cards[0]?.status).toBe("FROZEN");
  });

  it("doesn't let an older response replace a newer one", async () => {
    const card = await issueCard();
    const requestedAt = await databaseNow();
    await issuer().freezeCard(card.id, true);
    await recordInIndex("own-change", () => issuer().retrieveCard(card.id));
    await writeCards([card], { requestedAt, source: "sync" });
    expect((await searchIndex(card.id)).cards[0]?.status).toBe("FROZEN");
    expect(await listOutsideChanges(card.id)).toEqual([]);
  });

  it("detects that our change was undone elsewhere before the next refresh", async () => {
    const card = await issueCard();
    for (let round = 0; round < 3; round += 1) await listSyncs[0]?.refresh();
    await issuer().freezeCard(card.id, true);
    await recordInIndex("own-change", () => issuer().retrieveCard(card.id));
    await program.sandbox.api("PUT", `/cards/${card.id}/freeze/`, { freeze: false });
    await listSyncs[0]?.refresh();
    expect((await searchIndex(card.id)).cards[0]?.status).toBe("ACTIVE");
    expect(await listOutsideChanges(card.id)).toMatchObject([
      { message: "Changed outside Cardwell: FROZEN → ACTIVE" },
    ]);
  });

  it("detects that the issuer's data was reset", async () => {
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: 12,
      transactions: 15,
      seed: 9,
    });
    await catchUp(listSyncs);
    await expectIndexMatchesIssuer();
    await program.sandbox.reset();
    await catchUp(listSyncs);
    await expectIndexMatchesIssuer();
    expect(await readIndexState()).toMatchObject({ cards: { known: 0, total: 0 } });
  });

  it.each([
    ["there are more than a refresh reads", 60, null],
    ["reading them was interrupted", 20, 8],
  ])("reads all new records at full speed if %s", async (_, pages, failingWrite) => {
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: pages * PAGE_SIZE,
      transactions: 0,
      seed: pages,
    });
    const [list] = SYNCED_LISTS;
    if (!list) throw new Error("No lists");
    let writes = 0;
    const write: typeof list.write = async (...page) => {
      writes += 1;
      if (writes === failingWrite) throw new Error("The database is gone");
      return list.write(...page);
    };
    const cards = new ListSync({ ...list, write }, async () => undefined, { gracePeriodMs: 0 });
    if (failingWrite) await expect(cards.refresh()).rejects.toThrow("The database is gone");
    await cards.refresh();
    for (let page = 1; page <= pages; page++) {
      expect(await cards.isUrgent()).toBe(true);
      await cards.walk();
    }
    expect(await cards.isUrgent()).toBe(false);
    expect(await readIndexState()).toMatchObject({ cards: { known: pages * PAGE_SIZE } });
  });
});
