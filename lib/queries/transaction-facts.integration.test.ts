import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { closeBus } from "@/lib/events/bus";
import type { Database } from "@/lib/postgres/database";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { transactionsView } from "@/lib/url/transactions-view";
import { openTestDashboard } from "@/testing/dashboard-database";
import { readRecords } from "@/testing/read-xlsx";
import { markIndexFilled, settlementCsv, storeReport } from "@/testing/settlements";
import { signInAs } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { getMerchants } from "./merchants";
import {
  getTransaction,
  getTransactionFacets,
  getTransactionsPage,
  getTransactionTotals,
} from "./transactions";
import { exportTransactions } from "./transactions-export";

const DAY = "2026-10-05";
const FILTER = "merchant=kaffeehaus&clearedFrom=2026-10-05&clearedTo=2026-10-05";

let db: Database;
let reportId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await markIndexFilled(db.pool);
  const transaction = {
    card_id: "card-1",
    bill_amount: 10,
    bill_currency: "USD",
    cardholder_name: "Ada Lovelace",
    amount: "10.00",
    currency: "USD",
    status: "CLEARED",
    created: `${DAY}T08:00:00+0000`,
  };
  await writeTransactions(
    ["a", "b", "c"].map((id) => ({ ...transaction, id, external_transaction_id: `ext-${id}` })),
    { requestedAt: new Date(`${DAY}T23:00:00Z`), walk: null },
  );
  const content = settlementCsv(100_000, [
    { id: "a", at: `${DAY}T12:00:00`, bill: 1250, fees: 30 },
    { id: "b", at: `${DAY}T12:00:00`, bill: 1000, merchant: "Zug" },
  ]);
  ({ reportId } = await storeReport(db.pool, { type: "daily", date: DAY, content }));
  await reconcile();
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});

const view = (query: string) => transactionsView.parse(new URLSearchParams(query));

const exported = (query: string) =>
  exportTransactions(new Request(`http://localhost/api/transactions/export?${query}`));

it("shows everyone the merchant, times, and fees, and the effect only to readers of reports", async () => {
  const facts = { merchant: "Kaffeehaus", clearedAt: `${DAY}T12:00:00.000Z`, fees: "0.30", currency: "USD" };
  await signInAs("support");
  const page = await getTransactionsPage(view(FILTER));
  expect(page).toMatchObject({ ok: true, data: { rows: [{ id: "a", facts: { ...facts, effect: null } }] } });
  expect(await getTransaction({ id: "a" })).toMatchObject({
    data: {
      settlement: {
        merchant: "Kaffeehaus",
        events: [{ event: "clearing", fees: "0.30", effect: null, reportId: null, source: { row: 1 } }],
        exceptions: [],
      },
    },
  });
  expect(await getTransaction({ id: "c" })).toMatchObject({ data: { settlement: null } });
  await signInAs("finance");
  expect(await getTransactionsPage(view(FILTER))).toMatchObject({
    data: { rows: [{ id: "a", facts: { ...facts, effect: "-12.20" } }] },
  });
  expect(await getTransaction({ id: "a" })).toMatchObject({
    data: { settlement: { events: [{ effect: "-12.20", reportId }] } },
  });
});

it("keeps the issuer’s amount, and names the exception where the file has another", async () => {
  await signInAs("finance");
  expect(await getTransaction({ id: "a" })).toMatchObject({
    data: {
      transaction: { bill_amount: 10, amount: "10.00" },
      settlement: {
        exceptions: [
          { kind: "amount-differs", day: DAY, field: "Billed amount", ours: "10", theirs: "12.50" },
        ],
      },
    },
  });
  expect(await getTransaction({ id: "c" })).toMatchObject({
    data: { settlement: { merchant: null, events: [], exceptions: [{ kind: "records-only" }] } },
  });
});

it("filters the list, its count, its totals, and its export alike", async () => {
  await signInAs("finance");
  for (const [query, ids] of [
    [FILTER, ["a"]],
    ["merchant=ZUG", ["b"]],
    ["clearedFrom=2026-10-06", []],
    ["search=kaffee", ["a"]],
    ["status=CLEARED", ["a", "b", "c"]],
  ] as const) {
    const page = await getTransactionsPage(view(query));
    expect(page.ok && page.data.rows.map(({ id }) => id).sort()).toEqual(ids);
    expect(await getTransactionFacets(view(query))).toMatchObject({ data: { total: ids.length } });
    const records: { transaction_id: string }[] = parse(await (await exported(query)).text(), {
      columns: true,
      bom: true,
    });
    expect(records.map(({ transaction_id }) => transaction_id).sort()).toEqual(ids);
  }
  expect(await getTransactionTotals({ merchant: "kaffeehaus" })).toMatchObject({
    data: { totals: [{ transactions: 1, amount: "10" }] },
  });
});

it("exports what the files know, with its source, in CSV and Excel", async () => {
  await signInAs("finance");
  const [record] = parse(await (await exported(FILTER)).text(), { columns: true, bom: true }) as Record<
    string,
    string
  >[];
  expect(record).toMatchObject({
    transaction_id: "a",
    billed_amount: "10.00",
    merchant: "Kaffeehaus",
    cleared_utc: "2026-10-05 12:00:00",
    refunded_utc: "",
    cardholder_fees: "0.30",
    balance_effect: "-12.20",
    settlement_currency: "USD",
    settlement_source: "Daily settlement of 5 Oct 2026, row 1",
  });
  const file = new Uint8Array(await (await exported(`${FILTER}&format=xlsx`)).arrayBuffer());
  expect(readRecords(file)).toMatchObject([
    { merchant: "Kaffeehaus", cardholder_fees: "0.30", balance_effect: "-12.20" },
  ]);
});

it("suggests merchants to everyone who reads transactions, and to nobody else", async () => {
  await signInAs("support");
  expect(await getMerchants({ text: "kaf" })).toMatchObject({
    ok: true,
    data: { merchants: ["Kaffeehaus"] },
  });
  expect(await getMerchants({})).toMatchObject({ data: { merchants: ["Kaffeehaus", "Zug"] } });
  testRequest.cookies.clear();
  expect(await getMerchants({})).toMatchObject({ ok: false, error: { code: "signed-out" } });
});
