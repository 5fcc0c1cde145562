import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { foldText } from "@/lib/domain/cards/search-text";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { type CardFilter, type CardSortKey, listIndexedCards } from "./list-cards";
import {
  listIndexedTransactions,
  type TransactionFilter,
  type TransactionSortKey,
} from "./list-transactions";
import { databaseNow } from "./sync/index-write";
import { writeCards } from "./sync/write-cards";
import { writeTransactions } from "./sync/write-transactions";

// Few distinct values, so that sort keys tie and filters overlap.
const HOLDERS = ["Ada", "Émile", "Zoë", "Østen", "bob"];
const STATUSES = ["ACTIVE", "FROZEN", "BLOCKED", "MELTED"];
const TYPES = ["virtual", "physical"];
const DESIGNS = ["classic", "Night", "aurora"];
const CUSTOMERS = ["cust_1", "cust_2", "Cust_3"];
const CURRENCIES = ["USD", "EUR", "JPY"];
const DAYS = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"] as const;
const TIMES = ["00:00:00", "12:00:00", "23:59:59"];

let db: Database;
let cards: Card[];
let transactions: Transaction[];

const at = <T>(values: readonly T[], index: number) => values[index % values.length] as T;

beforeAll(async () => {
  db = await openTestDashboard();
  cards = Array.from({ length: 160 }, (_, n) => ({
    id: `card-${(n * 7919) % 1000}`,
    currency: "USD",
    lastFour: String(1000 + (n % 13)),
    externalCustomerId: at(CUSTOMERS, n),
    cardholderName: at(HOLDERS, n * 3),
    cardName: "Everyday",
    cardDesign: at(DESIGNS, n >> 1),
    cardType: at(TYPES, n >> 2),
    status: at(STATUSES, n * 5 + (n >> 3)),
    created: `${at(DAYS, n)}T${at(TIMES, n >> 4)}+0000`,
  }));
  transactions = Array.from({ length: 240 }, (_, n) => ({
    id: `tx-${(n * 7919) % 1000}`,
    external_transaction_id: `ext-${n}`,
    card_id: at(cards, n * 11).id,
    bill_amount: [-5, 0, 0.1, 9.99, 10, 100, 1e6][n % 7] ?? 0,
    bill_currency: "USD",
    cardholder_name: at(HOLDERS, n * 3),
    amount: "1.00",
    currency: at(CURRENCIES, n),
    status: at(["CLEARED", "DECLINED", "PENDING"], n * 5 + (n >> 3)),
    created: `${at(DAYS, n)}T${at(TIMES, n >> 4)}+0000`,
  }));
  const requestedAt = await databaseNow();
  await writeCards(cards, { requestedAt, source: "sync" });
  await writeTransactions(transactions, { requestedAt });
});
afterAll(() => db.close());

const direction = fc.constantFrom("asc", "desc");
const day = fc.option(fc.constantFrom(...DAYS), { nil: null });

/** Pages through the list and returns all IDs in order. */
async function readAllPages<Row extends { id: string }>(
  read: (after: string | null) => Promise<{ rows: Row[]; next: string | null }>,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await read(after);
    ids.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids;
}

type Key = string | number;

/** A simple reference implementation of the sort order. */
function sortRows<Row>(rows: Row[], keysOf: (row: Row) => Key[], direction: "asc" | "desc"): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.sort((a, b) => {
    const [left, right] = [keysOf(a), keysOf(b)];
    const index = left.findIndex((key, n) => key !== right[n]);
    return index < 0 ? 0 : ((left[index] as Key) < (right[index] as Key) ? -1 : 1) * sign;
  });
}

const isWithin = (created: string, from: string | null | undefined, to: string | null | undefined) =>
  (!from || created.slice(0, 10) >= from) && (!to || created.slice(0, 10) <= to);

describe("a page of cards", () => {
  const VALUE: Record<CardSortKey, (card: Card) => string> = {
    created: ({ created }) => created,
    holder: ({ cardholderName }) => foldText(cardholderName),
    customer: ({ externalCustomerId }) => externalCustomerId,
    card: ({ lastFour }) => lastFour,
    type: ({ cardType }) => cardType,
    status: ({ status }) => status,
  };
  const sortKey = fc.constantFrom(...(Object.keys(VALUE) as CardSortKey[]));
  const filter = fc.record<CardFilter>({
    status: fc.subarray(STATUSES),
    type: fc.option(fc.constantFrom(...TYPES), { nil: null }),
    design: fc.option(fc.constantFrom(...DESIGNS), { nil: null }),
    customerId: fc.option(fc.constantFrom(...CUSTOMERS), { nil: null }),
    text: fc.option(fc.constantFrom("emile", "bo", "1003", "cust_1", "adda"), { nil: null }),
    from: day,
    to: day,
  });

  it("has the filtered rows in the order of any column, with any page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        filter,
        sortKey,
        direction,
        fc.integer({ min: 1, max: 60 }),
        async (filters, by, direction, limit) => {
          const { text, ...plain } = filters;
          const ids = await readAllPages((after) =>
            listIndexedCards({ filter: plain, sort: { by, direction }, after, limit }),
          );
          const expected = cards.filter(
            (card) =>
              (!filters.status?.length || filters.status.includes(card.status)) &&
              (!filters.type || card.cardType === filters.type) &&
              (!filters.design || card.cardDesign === filters.design) &&
              (!filters.customerId || card.externalCustomerId === filters.customerId) &&
              isWithin(card.created, filters.from, filters.to),
          );
          const keys = (card: Card) => [VALUE[by](card), card.created, card.id];
          expect(ids).toEqual(sortRows(expected, keys, direction).map(({ id }) => id));
          if (!text) return;
          const withText = await readAllPages((after) =>
            listIndexedCards({ filter: filters, sort: { by, direction }, after, limit }),
          );
          expect(withText).toEqual(ids.filter((id) => withText.includes(id)));
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it("is the first page for an invalid cursor", async () => {
    const read = (after: string | null) =>
      listIndexedCards({ filter: {}, sort: { by: "holder", direction: "asc" }, after, limit: 5 });
    const first = await read(null);
    for (const after of ["", "garbage", "bnVsbA", Buffer.from('["a","b","c"]').toString("base64url")]) {
      expect(await read(after)).toEqual(first);
    }
  });
});

describe("a page of transactions", () => {
  const VALUE: Record<TransactionSortKey, (transaction: Transaction) => Key> = {
    created: ({ created }) => created,
    holder: ({ cardholder_name }) => foldText(cardholder_name),
    amount: ({ bill_amount }) => bill_amount,
    status: ({ status }) => status,
  };
  const sortKey = fc.constantFrom(...(Object.keys(VALUE) as TransactionSortKey[]));
  const amount = fc.option(fc.constantFrom(-5, 0, 9.99, 10, 50), { nil: null });

  it("has the filtered rows in the order of any column, with any page size", async () => {
    const filter = fc.record<TransactionFilter>({
      status: fc.subarray(["CLEARED", "DECLINED", "PENDING"]),
      currency: fc.option(fc.constantFrom(...CURRENCIES), { nil: null }),
      customerId: fc.option(fc.constantFrom(...CUSTOMERS), { nil: null }),
      cardIds: fc.subarray(cards.slice(0, 6).map(({ id }) => id)),
      minAmount: amount,
      maxAmount: amount,
      from: day,
      to: day,
    });
    const customerOf = new Map(cards.map(({ id, externalCustomerId }) => [id, externalCustomerId]));
    await fc.assert(
      fc.asyncProperty(
        filter,
        sortKey,
        direction,
        fc.integer({ min: 1, max: 90 }),
        async (filters, by, direction, limit) => {
          const ids = await readAllPages((after) =>
            listIndexedTransactions({ filter: filters, sort: { by, direction }, after, limit }),
          );
          const expected = transactions.filter(
            (transaction) =>
              (!filters.status?.length || filters.status.includes(transaction.status)) &&
              (!filters.currency || transaction.currency === filters.currency) &&
              (!filters.customerId || customerOf.get(transaction.card_id) === filters.customerId) &&
              (!filters.cardIds?.length || filters.cardIds.includes(transaction.card_id)) &&
              (filters.minAmount == null || transaction.bill_amount >= filters.minAmount) &&
              (filters.maxAmount == null || transaction.bill_amount <= filters.maxAmount) &&
              isWithin(transaction.created, filters.from, filters.to),
          );
          const keys = (transaction: Transaction) => [
            VALUE[by](transaction),
            transaction.created,
            transaction.id,
          ];
          expect(ids).toEqual(sortRows(expected, keys, direction).map(({ id }) => id));
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it("is found by a transaction's ID, its external ID or its cardholder", async () => {
    const read = async (text: string) =>
      (
        await listIndexedTransactions({
          filter: { text },
          sort: { by: "created", direction: "desc" },
          limit: 500,
        })
      ).rows;
    expect((await read("ext-17")).map(({ external_transaction_id }) => external_transaction_id)).toContain(
      "ext-17",
    );
    const emiles = new Set(
      cards.filter(({ cardholderName }) => cardholderName === "Émile").map(({ id }) => id),
    );
    const expected = transactions.filter(({ card_id }) => emiles.has(card_id));
    expect((await read("emile")).map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });
});
