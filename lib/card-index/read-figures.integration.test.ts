import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard, indexTransaction } from "@/testing/indexed-samples";
import {
  readCardCounts,
  readCustomerDays,
  readIssuedDays,
  readLatestDay,
  readTopCustomers,
  readTransactionDays,
} from "./read-figures";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(() => db.pool.query("delete from indexed_transactions; delete from indexed_cards"));

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

describe("cards", () => {
  it("are counted by status and type, and recounted after a change", async () => {
    const card = await indexCard(db.pool);
    await indexCard(db.pool, { type: "physical" });
    await indexCard(db.pool, { type: "physical", status: "LOST_IN_THE_POST" });
    await indexCard(db.pool, { ...card, status: "FROZEN" });
    expect(await readCardCounts()).toEqual([
      { status: "ACTIVE", type: "physical", cards: 1 },
      { status: "FROZEN", type: "virtual", cards: 1 },
      { status: "LOST_IN_THE_POST", type: "physical", cards: 1 },
    ]);
  });

  it("are counted on the UTC day of issue", async () => {
    const card = await indexCard(db.pool);
    await db.pool.query("update indexed_cards set created_at = '2026-11-30T23:59:59Z' where id = $1", [
      card.id,
    ]);
    expect(await readIssuedDays(NOVEMBER)).toEqual([{ day: "2026-11-30", type: "virtual", cards: 1 }]);
    expect(await readIssuedDays({ from: "2026-12-01", to: "2026-12-31" })).toEqual([]);
    expect(await readLatestDay()).toBe("2026-11-30");
  });
});

describe("transactions", () => {
  it("are summed exactly by day, currency and status, never across currencies", async () => {
    const { id: cardId } = await indexCard(db.pool);
    const add = (at: string, amount: number, rest = {}) =>
      indexTransaction(db.pool, { cardId, at, amount, ...rest });
    await add("2026-11-01T00:00:00Z", 0.1);
    await add("2026-11-01T23:59:59Z", 0.2);
    await add("2026-11-01T12:00:00Z", 5, { currency: "EUR" });
    await add("2026-11-30T23:59:59Z", 7, { status: "DECLINED" });
    await add("2026-10-31T23:59:59Z", 100);
    await add("2026-12-01T00:00:00Z", 100);
    const expected = [
      { day: "2026-11-01", currency: "EUR", status: "CLEARED", transactions: 1, amount: 5 },
      { day: "2026-11-01", currency: "USD", status: "CLEARED", transactions: 2, amount: 0.3 },
      { day: "2026-11-30", currency: "USD", status: "DECLINED", transactions: 1, amount: 7 },
    ];
    expect(await readTransactionDays(NOVEMBER)).toEqual(expected);
    const { rows } = await db.pool.query("select customer_id from indexed_cards");
    expect(await readCustomerDays(rows[0].customer_id, NOVEMBER)).toEqual(expected);
    expect(await readCustomerDays("nobody", NOVEMBER)).toEqual([]);
  });

  it("move to another total when their status changes", async () => {
    const { id: cardId } = await indexCard(db.pool);
    const purchase = await indexTransaction(db.pool, {
      cardId,
      at: "2026-11-02T10:00:00Z",
      status: "PENDING",
    });
    await indexTransaction(db.pool, { ...purchase, status: "CLEARED" });
    expect(await readTransactionDays(NOVEMBER)).toEqual([
      { day: "2026-11-02", currency: "USD", status: "CLEARED", transactions: 1, amount: 10 },
    ]);
  });
});

describe("the top customers", () => {
  it("are ranked by the spend of all their cards in one currency, without declined and returned purchases", async () => {
    const at = "2026-11-05T10:00:00Z";
    const first = await indexCard(db.pool, {
      customer: "two-cards",
      holder: "First Name",
      createdDaysAgo: 90,
    });
    const second = await indexCard(db.pool, {
      customer: "two-cards",
      holder: "Later Name",
      createdDaysAgo: 1,
    });
    const other = await indexCard(db.pool, { customer: "one-card" });
    await indexTransaction(db.pool, { cardId: first.id, at, amount: 60 });
    await indexTransaction(db.pool, { cardId: second.id, at, amount: 50, status: "PENDING" });
    await indexTransaction(db.pool, { cardId: other.id, at, amount: 100 });
    await indexTransaction(db.pool, { cardId: other.id, at, amount: 999, status: "DECLINED" });
    await indexTransaction(db.pool, { cardId: other.id, at, amount: 999, status: "REFUNDED" });
    await indexTransaction(db.pool, { cardId: other.id, at, amount: 999, currency: "EUR" });
    await indexTransaction(db.pool, { cardId: other.id, at: "2026-12-01T00:00:00Z", amount: 999 });
    expect(await readTopCustomers(NOVEMBER, "USD", 5)).toEqual([
      { id: "two-cards", name: "First Name", transactions: 2, amount: 110 },
      { id: "one-card", name: "Ada Lovelace", transactions: 1, amount: 100 },
    ]);
    expect(await readTopCustomers(NOVEMBER, "USD", 1)).toHaveLength(1);
  });
});
