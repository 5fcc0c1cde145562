import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { planRun } from "@/lib/actions/plan-run";
import { seedDemoPeople } from "@/lib/auth/people";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import type { Card } from "@/lib/contract/card";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { settlementCsv, storeReport } from "@/testing/settlements";
import { signInAs } from "@/testing/sign-in-as";
import { getTransactionTotals } from "./transactions";
import { getViewCounts } from "./views";

const DAY = "2026-10-05";
const NEXT_DAY = "2026-10-06";
let program: TestProgram;

const replaceWorld = (cards: number, transactions: number, seed: number) =>
  program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards, transactions, seed });

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 4 });
  await seedDemoPeople("sandbox");
  await signInAs("manager");
  await replaceWorld(12, 16, 1);
  await catchUp(program.listSyncs());
}, 120_000);
afterAll(() => program.close());

const plan = async (scope: Parameters<typeof planRun>[1]["scope"]) => {
  const planned = await planRun(randomUUID(), { kind: "freeze", scope });
  return planned.ok ? "planned" : planned.error.message;
};

async function comparedDays(): Promise<number> {
  await reconcile();
  const { rows } = await program.db.pool.query(
    "select count(*)::int as days from reconciliation_days where compared_at is not null",
  );
  return rows[0].days;
}

async function readCounted() {
  const cards = await getViewCounts({ list: "cards" });
  const transactions = await getViewCounts({ list: "transactions" });
  const totals = await getTransactionTotals({});
  if (!cards.ok || !transactions.ok || !totals.ok) throw new Error("Could not be read");
  return {
    cards: cards.data.all,
    transactions: transactions.data.all,
    synced: totals.data.synced,
    days: await comparedDays(),
  };
}

it("is said of nothing while the issuer has records that aren’t known, though the list was complete once", async () => {
  await storeReport(program.db.pool, { type: "daily", date: DAY, content: settlementCsv(0, []) });
  expect(await readCounted()).toEqual({ cards: 12, transactions: 16, synced: null, days: 1 });

  await replaceWorld(240, 260, 2);
  const [card] = await listAll<Card>(program.sandbox, "cards");
  const named = { names: card?.lastFour ?? "" };
  const matching = { listQuery: `?customer=${card?.externalCustomerId}`, count: 1 };
  // Another day is due.
  await storeReport(program.db.pool, { type: "daily", date: NEXT_DAY, content: settlementCsv(0, []) });
  for (const listSync of program.listSyncs()) await listSync.refresh();
  const state = await readIndexState();
  expect(state.cards).toMatchObject({ total: 240, isFilled: true });
  expect(state.transactions).toMatchObject({ total: 260, isFilled: true });
  const { known } = state.transactions;
  expect(known).toBeLessThan(260);
  expect(await readCounted()).toEqual({ synced: { known, total: 260 }, days: 1 });
  expect(await plan(named)).toContain("Not all cards are synced");
  expect(await plan(matching)).toContain("Not all cards are synced");
  expect(await plan({ cardIds: [card?.id ?? ""] })).toBe("planned");

  await catchUp(program.listSyncs());
  expect(await readCounted()).toEqual({ cards: 240, transactions: 260, synced: null, days: 2 });
  expect(await plan(named)).toBe("planned");
  expect(await plan(matching)).not.toContain("Not all cards are synced");
});

it("is said of a list that the issuer counts wrongly, once reading all of it has found no more", async () => {
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await originalFetch(input, init);
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    if (!pathname.endsWith("/cards/")) return response;
    const page = (await response.json()) as { count: number };
    return Response.json({ ...page, count: page.count + 5 });
  };
  try {
    const listSyncs = program.listSyncs().slice(0, 1);
    const readCards = async () => {
      await catchUp(listSyncs);
      return (await readIndexState()).cards;
    };
    expect(await readCards()).toMatchObject({ known: 240, total: 245, isComplete: false });
    expect(await readCards()).toMatchObject({ known: 240, total: 245, isComplete: true });
  } finally {
    globalThis.fetch = originalFetch;
  }
});

it("is waited for by the days with card costs, so that none seems to be gone", async () => {
  const [cards] = program.listSyncs();
  if (!cards) throw new Error("No sync");
  const settle = () =>
    storeReport(program.db.pool, { type: "daily", date: DAY, content: settlementCsv(0, []) });
  const costs = `charged_at,item,card_id,fee_amount,fee_currency\n${DAY}T12:00:00+0000,CARD_REISSUE,unknown,1.00,USD\n`;
  const find = async () => {
    await reconcile();
    const { rows } = await program.db.pool.query(
      "select kind, card_id, is_resolved_by_itself as gone from reconciliation_exceptions",
    );
    return rows;
  };
  const found = [{ kind: "other-file-only", card_id: "unknown", gone: false }];
  await settle();
  await storeReport(program.db.pool, {
    type: "monthlyNonTransactionFees",
    date: "2026-10-31",
    content: costs,
  });
  expect(await find()).toEqual(found);

  await replaceWorld(300, 260, 3);
  await cards.refresh();
  await settle();
  const state = await readIndexState();
  expect([state.cards.isComplete, state.transactions.isComplete]).toEqual([false, true]);
  expect(await find()).toEqual(found);

  await catchUp([cards]);
  expect(await find()).toEqual(found);
});
