import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Card } from "@/lib/contract/card";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import { listIndexedCards } from "./list-cards";
import { listIndexedTransactions } from "./list-transactions";
import { searchIndex } from "./search-index";
import { databaseNow } from "./sync/index-write";
import { writeCards } from "./sync/write-cards";
import { writeTransactions } from "./sync/write-transactions";

let db: Database;

const card = (overrides: Partial<Card> & { id: string }): Card => ({
  currency: "USD",
  lastFour: "0000",
  externalCustomerId: `cust_${overrides.id}`,
  cardholderName: "Nobody",
  cardName: "Everyday",
  cardDesign: "classic",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-01T10:00:00+0000",
  ...overrides,
});

const CARDS = [
  card({ id: "9f1c2a3b-0000-4000-8000-000000000001", cardholderName: "Jörg Müller", lastFour: "4471" }),
  card({
    id: "9f1c2a3b-0000-4000-8000-000000000002",
    cardholderName: "Jörg Müller",
    cardName: "Travel",
    lastFour: "9210",
    created: "2026-11-02T10:00:00+0000",
  }),
  card({ id: "5d5d0000-0000-4000-8000-000000000003", cardholderName: "Ada Lovelace", lastFour: "4471" }),
  card({ id: "5d5d0000-0000-4000-8000-000000000004", cardholderName: "Adam Lovejoy", lastFour: "1815" }),
  card({ id: "77770000-0000-4000-8000-000000000005", cardholderName: "Jean-Luc O’Brien", lastFour: "7777" }),
  card({ id: "88880000-0000-4000-8000-000000000006", cardholderName: "Ольга Иванова", lastFour: "8888" }),
  card({
    id: "99990000-0000-4000-8000-000000000007",
    cardholderName: "O'Neil % _ \\ ' Ltd",
    lastFour: "9999",
  }),
];

beforeAll(async () => {
  db = await openTestDashboard();
  const requestedAt = await databaseNow();
  await writeCards(CARDS, { requestedAt, source: "sync" });
  await writeTransactions(
    [
      {
        id: "7b000000-aaaa-4000-8000-000000000001",
        external_transaction_id: "091764820892",
        card_id: CARDS[0]?.id ?? "",
        bill_amount: 87.22,
        bill_currency: "USD",
        cardholder_name: "Jörg Müller",
        amount: "118.00",
        currency: "CAD",
        status: "CLEARED",
        created: "2026-11-03T10:00:00+0000",
      },
    ],
    { requestedAt },
  );
});
afterAll(() => db.close());

const found = async (typed: string) =>
  (await searchIndex(typed)).cards.map(({ id }) => id.slice(-1)).join("");

describe("the search", () => {
  it.each([
    ["a holder without accents and case", "muller", "21"],
    ["a holder as it is written", "Jörg Müller", "21"],
    ["words in any order", "muller jorg", "21"],
    ["a name and a card's name", "travel müller", "2"],
    ["a name and the last four", "muller 4471", "1"],
    ["a prefix of a word", "lov", "34"],
    ["a whole word before a longer one", "ada", "34"],
    ["the last four", "4471", "13"],
    ["a card's complete ID", "5d5d0000-0000-4000-8000-000000000004", "4"],
    ["an ID in upper case", "5D5D0000-0000-4000-8000-000000000004", "4"],
    ["a prefix of an ID", "9f1c2a3b-0000", "12"],
    ["a customer ID", "cust_9f1c2a3b-0000-4000-8000-000000000002", "2"],
    ["an initial and a name", "j mull", "21"],
    ["a name and two initials", "o j luc", "5"],
    ["both halves of a double name", "jean luc", "5"],
    ["a double name as it is written", "Jean-Luc", "5"],
    ["a name with an apostrophe, written without", "obrien", "5"],
    ["another script", "ольга", "6"],
    ["a mistyped name", "mulller", "21"],
    ["a name with swapped letters, and similar names", "lovelcae", "34"],
    ["a mistyped name and the last four", "lovlace 4471", "3"],
    ["nothing if nothing is similar", "zzyzx", ""],
    ["nothing for punctuation", "% _ \\ '", ""],
    ["nothing for a single letter", "m", ""],
  ])("finds %s", async (_, typed, expected) => {
    const ids = await found(typed);
    expect([...ids].sort().join("")).toBe([...expected].sort().join(""));
  });

  it("ranks whole words before prefixes, and the newest first", async () => {
    expect(await found("muller")).toBe("21");
    expect(await found("ada")).toBe("34");
    expect(await found("lovelcae")).toBe("34");
  });

  it("reports a fuzzy match", async () => {
    expect(await searchIndex("mulller")).toMatchObject({ isFuzzy: true });
    expect(await searchIndex("muller")).toMatchObject({ isFuzzy: false });
  });

  it("doesn't report a fuzzy match if nothing similar was found", async () => {
    const list = (text: string) =>
      listIndexedCards({ filter: { text }, sort: { by: "created", direction: "desc" }, limit: 5 });
    expect(await list("mulller")).toMatchObject({ isFuzzy: true });
    // Each word is similar to a known one, but no card has both.
    expect(await list("mulller lovelcae")).toMatchObject({ rows: [], isFuzzy: false });
  });

  it("finds a customer with all their cards", async () => {
    const { customers } = await searchIndex("ada lovelace");
    expect(customers).toEqual([
      { id: "cust_5d5d0000-0000-4000-8000-000000000003", name: "Ada Lovelace", cards: 1 },
    ]);
  });

  it.each(["7b000000-aaaa-4000-8000-000000000001", "091764820892", "7b000000"])(
    "finds the transaction %s",
    async (typed) => {
      expect((await searchIndex(typed)).transactions).toMatchObject([
        { external_transaction_id: "091764820892" },
      ]);
    },
  );

  it("finds a card by its last four before a reissue, and returns that number", async () => {
    const reissued = card({ id: "reissued-1", cardholderName: "Grace Hopper", lastFour: "6290" });
    for (const lastFour of ["6290", "6291", "6292"])
      await writeCards([{ ...reissued, lastFour }], {
        requestedAt: await databaseNow(),
        source: "own-change",
      });
    for (const [typed, formerLastFour] of [
      ["6290", "6290"],
      ["hopper 6291", "6291"],
      ["6292", undefined],
    ] as const) {
      const { cards } = await searchIndex(typed);
      expect(cards.map(({ id, lastFour }) => [id, lastFour])).toEqual([["reissued-1", "6292"]]);
      expect(cards[0]?.formerLastFour).toBe(formerLastFour);
    }
    const listed = await listIndexedCards({
      filter: { text: "6290" },
      sort: { by: "created", direction: "desc" },
      limit: 5,
    });
    expect(listed.rows).toMatchObject([{ id: "reissued-1", lastFour: "6292", formerLastFour: "6290" }]);
  });

  it("ranks a card's current number before another card's former one", async () => {
    const had = card({ id: "had-it", cardholderName: "Had It", created: "2026-11-09T10:00:00+0000" });
    await writeCards([{ ...had, lastFour: "3141" }], {
      requestedAt: await databaseNow(),
      source: "own-change",
    });
    await writeCards([{ ...had, lastFour: "5926" }], {
      requestedAt: await databaseNow(),
      source: "own-change",
    });
    const has = card({ id: "has-it", cardholderName: "Has It", lastFour: "3141" });
    await writeCards([has], { requestedAt: await databaseNow(), source: "sync" });
    expect((await searchIndex("3141")).cards.map(({ id }) => id)).toEqual(["has-it", "had-it"]);
  });

  it("finds a customer by the number in the customer ID", async () => {
    const numbered = ["1", "2"].map((id) =>
      card({ id: `numbered-${id}`, cardholderName: "Katherine Johnson", externalCustomerId: "cust_81158" }),
    );
    await writeCards(numbered, { requestedAt: await databaseNow(), source: "sync" });
    const { cards, customers } = await searchIndex("81158");
    expect(cards.map(({ id }) => id).sort()).toEqual(["numbered-1", "numbered-2"]);
    expect(customers).toEqual([{ id: "cust_81158", name: "Katherine Johnson", cards: 2 }]);
    expect((await searchIndex("8115")).cards).toEqual([]);
    const { rows } = await listIndexedCards({
      filter: { text: "81158" },
      sort: { by: "created", direction: "desc" },
      limit: 5,
    });
    expect(rows).toHaveLength(2);
  });

  it("finds a holder whose name has unstorable characters", async () => {
    const odd = card({ id: "odd-1", cardholderName: "Nul\0byte \ud800Half" });
    await writeCards([odd], { requestedAt: await databaseNow(), source: "sync" });
    expect((await searchIndex("odd-1")).cards).toHaveLength(1);
  });

  it("matches prefixes in any order, even among many names with the same prefix", async () => {
    // More words start with two of these letters than are looked up as completions.
    const syllable = fc.constantFrom("ka", "li", "mo");
    const word = fc.array(syllable, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    const cards = fc
      .sample(fc.tuple(word, word, fc.integer({ min: 1000, max: 1999 })), { numRuns: 120, seed: 7 })
      .map(([first, last, number], index) => ({
        words: [first, last, String(number)],
        card: card({
          id: `similar-${index}`,
          externalCustomerId: "cust_similar",
          cardholderName: `${first} ${last}`,
          cardName: "",
          lastFour: String(number),
        }),
      }));
    await writeCards(
      cards.map((known) => known.card),
      { requestedAt: await databaseNow(), source: "sync" },
    );
    const term = fc.oneof(
      word.chain((fullWord) =>
        fc.integer({ min: 1, max: fullWord.length }).map((length) => fullWord.slice(0, length)),
      ),
      fc.integer({ min: 10, max: 1999 }).map(String),
    );
    const typed = fc
      .array(term, { minLength: 1, maxLength: 3 })
      .filter((all) => all.some(({ length }) => length > 1));
    await fc.assert(
      fc.asyncProperty(typed, async (prefixes) => {
        const { rows, isFuzzy } = await listIndexedCards({
          filter: { text: prefixes.join(" ") },
          sort: { by: "created", direction: "desc" },
          limit: 200,
        });
        const expected = cards.filter(({ words }) =>
          prefixes.every((prefix) => words.some((fullWord) => fullWord.startsWith(prefix))),
        );
        const ids = isFuzzy ? [] : rows.map(({ id }) => id).filter((id) => id.startsWith("similar-"));
        expect(ids.sort()).toEqual(expected.map((known) => known.card.id).sort());
      }),
      { numRuns: 150 },
    );
  });

  it("never fails, whatever is typed", async () => {
    const typed = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(..."'\\:*&|!()<-> %_a1é\0"), maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        await searchIndex(text);
        await listIndexedCards({ filter: { text }, sort: { by: "created", direction: "desc" }, limit: 3 });
        await listIndexedTransactions({
          filter: { text },
          sort: { by: "created", direction: "desc" },
          limit: 3,
        });
      }),
      { numRuns: 150 },
    );
  });
});

// The embedded engine has one session, so the pool sees its prepared statements.
onlyOn("pglite", () => {
  it("plans the query once for all texts", async () => {
    const readPlans = async () => {
      const { rows } = await db.pool.query<{ custom: number; statements: number }>(
        `select sum(custom_plans)::int as custom, count(*)::int as statements
         from pg_prepared_statements where name like 'search-index-%'`,
      );
      return rows[0];
    };
    await searchIndex("Müller");
    const before = await readPlans();
    for (const text of ["4471", "Ada", "nobody like this"]) await searchIndex(text);
    expect(await readPlans()).toEqual({ custom: 0, statements: before?.statements });
  });
});
