import { afterAll, beforeAll, expect, it } from "vitest";
import { ListSync } from "@/lib/card-index/sync/list-sync";
import { SYNCED_LISTS } from "@/lib/card-index/sync/synced-lists";
import { monthOf } from "@/lib/domain/reconciliation/period";
import { addDays, firstOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { catchUp } from "@/testing/card-program";
import { csvOf, filesOfMonth, type MonthFile } from "@/testing/month-files";
import { openTestReports, type TestReports } from "@/testing/reports";
import { storeReport } from "@/testing/settlements";
import { checkMonth } from "./check-month";
import { reconcile } from "./reconcile";

const month = monthOf(addDays(firstOfMonth(toIsoDate(new Date())), -1));
let reports: TestReports;
let truth: MonthFile[];

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  await catchUp(SYNCED_LISTS.map((list) => new ListSync(list, async () => undefined, { gracePeriodMs: 0 })));
  truth = filesOfMonth(reports.sandbox, month.from).filter(
    ({ type }) => type === "daily" || type === "monthlyNonTransactionFees",
  );
}, 240_000);
afterAll(() => reports.close());

async function store(files: readonly MonthFile[]) {
  for (const file of files)
    await storeReport(reports.db.pool, { type: file.type, date: file.date, content: csvOf(file) });
  await reconcile();
}

async function exceptions(): Promise<string[]> {
  const { rows } = await reports.db.pool.query<{ text: string }>(
    `select concat_ws(' ', day::text, kind, card_id, field, ours, theirs, difference) as text
     from reconciliation_exceptions where state = 'open' and fingerprint like '%:card-cost' order by 1`,
  );
  return rows.map(({ text }) => text);
}

const checkCosts = async () =>
  (await checkMonth(reports.db.pool, month)).find(({ name }) => name === "card-costs");

it("names a charge for a card that is there again on another day", async () => {
  const costs = truth.find(({ type }) => type === "monthlyNonTransactionFees");
  if (!costs) throw new Error("The month has no card costs");
  const cell = (row: string[], name: string) => row[costs.columns.indexOf(name)] ?? "";
  const charged = costs.rows.find((row) => cell(row, "item") === "CARD_MAINTENANCE") ?? [];
  const [again, thrice] = [addDays(month.from, 14), addDays(month.from, 15)];
  const on = (day: string) => charged.map((text) => text.replace(month.from, day));
  const doubled = { ...costs, rows: [...costs.rows, on(again), on(thrice)] };
  await store([doubled]);
  expect(await checkCosts()).toMatchObject({ outcome: "differs", detail: "2 charges are there again." });
  await store(truth);
  expect(await exceptions()).toEqual([]);
  await store([doubled]);
  const [cardId, amount] = [cell(charged, "card_id"), cell(charged, "fee_amount")];
  expect(await exceptions()).toEqual([
    `${again} other-file-differs ${cardId} Rows 1 2 ${amount}`,
    `${thrice} other-file-differs ${cardId} Rows 1 3 ${amount}`,
  ]);
  expect((await checkCosts())?.outcome).not.toBe("agrees");
}, 240_000);
