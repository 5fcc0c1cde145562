import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard, indexTransaction, type SampleTransaction } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { getTransactionTotals } from "./transactions";

let db: Database;
let cardId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("support");
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from indexed_transactions; delete from indexed_cards");
  await db.pool.query("update index_feeds set filled_at = now(), total = null where name = 'transactions'");
  ({ id: cardId } = await indexCard(db.pool));
});

const add = (amount: number, rest: Partial<SampleTransaction> = {}) =>
  indexTransaction(db.pool, { cardId, at: "2026-11-02T12:00:00Z", amount, ...rest });

async function readTotals(query: Record<string, string>) {
  const result = await getTransactionTotals(query);
  if (!result.ok) throw new Error(result.error.message);
  return result.data;
}

const DAY = { from: "2026-11-02", to: "2026-11-02" };

it("adds up to the last digit, and only cleared and pending amounts to spend", async () => {
  await add(0.1);
  await add(0.2);
  await add(9_007_199_254_740.99, { status: "PENDING" });
  await add(5, { status: "DECLINED" });
  await add(3, { status: "REFUNDED" });
  await add(0.125, { currency: "KWD" });
  await add(100, { at: "2026-11-03T00:00:00Z" });
  const usd = { currency: "USD", spend: "9007199254741.29" };
  const expected = [
    { currency: "KWD", spend: "0.125", status: "CLEARED", transactions: 1, amount: "0.125" },
    { ...usd, status: "CLEARED", transactions: 2, amount: "0.3" },
    { ...usd, status: "DECLINED", transactions: 1, amount: "5" },
    { ...usd, status: "PENDING", transactions: 1, amount: "9007199254740.99" },
    { ...usd, status: "REFUNDED", transactions: 1, amount: "3" },
  ];
  // The first is read from the daily totals, the second from the transactions.
  for (const filter of [DAY, { ...DAY, card: cardId }])
    expect(await readTotals(filter)).toEqual({ totals: expected, unavailable: null, synced: null });
});

it("is zero spend if nothing was charged", async () => {
  await add(5, { status: "DECLINED" });
  for (const filter of [DAY, { ...DAY, min: "1" }])
    expect((await readTotals(filter)).totals).toMatchObject([{ status: "DECLINED", spend: "0" }]);
});

it("says how much is synced until the index has all transactions", async () => {
  await add(5);
  await db.pool.query("update index_feeds set filled_at = null, total = 12 where name = 'transactions'");
  expect(await readTotals(DAY)).toMatchObject({
    totals: [{ amount: "5" }],
    synced: { known: 1, total: 12 },
  });
});

it("refuses to add up more than 100,000 transactions one by one, and says so", async () => {
  await db.pool.query(
    `insert into indexed_transactions (id, external_id, card_id, bill_amount, bill_currency, cardholder_name, amount,
       currency, status, created, created_at, holder_key, read_at, walk)
     select 'many-' || number, 'x', $1, 1, 'USD', 'Ada Lovelace', '1', 'USD', 'CLEARED', '', '2026-11-02T00:00:00Z', 'ada', now(), 1
     from generate_series(1, 100001) as number`,
    [cardId],
  );
  expect(await readTotals({ card: cardId })).toMatchObject({
    totals: [],
    unavailable: expect.stringContaining("More than 100,000 transactions match"),
  });
  expect((await readTotals(DAY)).totals).toMatchObject([{ transactions: 100_001, amount: "100001" }]);
});
