import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { MAX_MATCHING_CARDS } from "@/lib/card-index/list-transactions";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { writeCards } from "@/lib/card-index/sync/write-cards";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { Card } from "@/lib/contract/card";
import type { Database } from "@/lib/postgres/database";
import { transactionsView } from "@/lib/url/transactions-view";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";
import { getTransactionFacets, getTransactionsPage, getTransactionTotals } from "./transactions";
import { exportTransactions } from "./transactions-export";

const CREATED = "2026-10-30T00:00:00+0000";
/** More than were once searched without a word about the rest. */
const FEW = 300;

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("finance");
  await indexCardsWithPurchase("Maria Smith", FEW);
  await indexCardsWithPurchase("Jose Garcia", MAX_MATCHING_CARDS + 1);
}, 180_000);
afterAll(() => db.close());

/** Each card has one purchase of USD 10. */
async function indexCardsWithPurchase(cardholderName: string, count: number): Promise<void> {
  const cards = Array.from({ length: count }, (_, index): Card => {
    const id = `${cardholderName}-${index}`;
    return {
      id,
      currency: "USD",
      lastFour: "4471",
      externalCustomerId: `customer-${id}`,
      cardholderName,
      cardName: "Travel",
      cardDesign: "dsg_midnight",
      cardType: "virtual",
      status: "ACTIVE",
      created: CREATED,
    };
  });
  const transactions = cards.map(({ id }) => ({
    id: `of-${id}`,
    external_transaction_id: `external-${id}`,
    card_id: id,
    bill_amount: 10,
    bill_currency: "USD",
    cardholder_name: cardholderName,
    amount: "10.00",
    currency: "USD",
    status: "CLEARED",
    created: CREATED,
  }));
  const requestedAt = await databaseNow();
  for (let start = 0; start < count; start += 1_000) {
    await writeCards(cards.slice(start, start + 1_000), { requestedAt, source: "sync" });
    await writeTransactions(transactions.slice(start, start + 1_000), { requestedAt });
  }
}

async function searchTransactions(text: string) {
  const view = transactionsView.parse(new URLSearchParams({ search: text }));
  const [page, facets, totals] = await Promise.all([
    getTransactionsPage(view),
    getTransactionFacets(view),
    getTransactionTotals({ search: text }),
  ]);
  if (!page.ok || !facets.ok || !totals.ok) throw new Error("The search failed");
  const query = new URLSearchParams({ search: text });
  const exported = await exportTransactions(new Request(`http://localhost/api/transactions/export?${query}`));
  return { page: page.data, total: facets.data.total, totals: totals.data, exported };
}

it("finds the transactions of all matching cards", async () => {
  const { page, total, totals, exported } = await searchTransactions("Maria Smith");
  expect(page.incomplete).toBeNull();
  expect(total).toBe(FEW);
  const amount = `${FEW * 10}`;
  expect(totals).toMatchObject({
    totals: [{ currency: "USD", status: "CLEARED", transactions: FEW, amount, spend: amount }],
    unavailable: null,
  });
  expect((await exported.text()).trim().split("\r\n")).toHaveLength(FEW + 1);
});

it("says that the list is incomplete, and neither adds it up nor exports it, if too many cards match", async () => {
  const { page, totals, exported } = await searchTransactions("Jose Garcia");
  expect(page.incomplete).toContain("matches more than 5,000 cards");
  expect(totals).toMatchObject({ totals: [], unavailable: page.incomplete });
  expect(exported.status).toBe(422);
  expect(await exported.text()).toContain("this list is incomplete");
});
