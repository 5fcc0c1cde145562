import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ListSync } from "@/lib/card-index/sync/list-sync";
import { SYNCED_LISTS } from "@/lib/card-index/sync/synced-lists";
import { monthOf } from "@/lib/domain/reconciliation/period";
import { addDays, firstOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { catchUp } from "@/testing/card-program";
import { countTried } from "@/testing/count-tried";
import { csvOf, type Damage, damage, filesOfMonth, losses, type MonthFile } from "@/testing/month-files";
import { openTestReports, type TestReports } from "@/testing/reports";
import { storeReport } from "@/testing/settlements";
import { checkMonth } from "./check-month";
import { reconcile } from "./reconcile";

/** A month that is over, with every file. */
const month = monthOf(addDays(firstOfMonth(toIsoDate(new Date())), -1));
let reports: TestReports;
let truth: MonthFile[];

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  await catchUp(SYNCED_LISTS.map((list) => new ListSync(list, async () => undefined, { gracePeriodMs: 0 })));
  truth = filesOfMonth(reports.sandbox, month.from);
}, 240_000);
afterAll(() => reports.close());

async function store(files: readonly MonthFile[]) {
  for (const file of files)
    await storeReport(reports.db.pool, { type: file.type, date: file.date, content: csvOf(file) });
  await reconcile();
}

type Open = { kind: string; day: string; transactionId: string | null; cardId: string | null };

async function openExceptions(): Promise<Open[]> {
  const { rows } = await reports.db.pool.query<Open>(
    `select kind, day::text as day, transaction_id as "transactionId", card_id as "cardId"
     from reconciliation_exceptions where state = 'open' order by 2, 1, 3`,
  );
  return rows;
}

/** Without those that lack a file, or can't be made. */
async function badChecks(): Promise<string[]> {
  const { rows } = await reports.db.pool.query<{ text: string }>(
    `select concat_ws(' ', day, c.name, c.outcome) as text
     from reconciliation_days, jsonb_to_recordset(result -> 'checks') as c (name text, outcome text)
     where c.outcome in ('differs', 'explained') order by 1`,
  );
  const ofMonth = (await checkMonth(reports.db.pool, month)).filter(
    ({ outcome }) => outcome === "differs" || outcome === "explained",
  );
  return [...rows.map(({ text }) => text), ...ofMonth.map(({ name, outcome }) => `month ${name} ${outcome}`)];
}

/** Those that nothing names on their day. A card may have expired or been blocked: only the check says so. */
async function looksClean(damages: readonly Damage[]): Promise<Damage[]> {
  const open = await openExceptions();
  const costs = (await checkMonth(reports.db.pool, month)).find(({ name }) => name === "card-costs");
  return damages.filter(
    ({ type, kind, day, transactionId, cardId }) =>
      !(type === "monthlyNonTransactionFees" && kind === "missing" && costs?.outcome === "unknown") &&
      !open.some(
        (exception) =>
          exception.day === day &&
          (transactionId === null
            ? exception.transactionId === null && exception.cardId === cardId
            : exception.transactionId === transactionId),
      ),
  );
}

describe("whatever is lost in the files of a month", () => {
  it("is named on its day, in a first capture and in a later one, until the right file comes", async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(losses, losses, async (first, later) => {
        const before = damage(truth, first);
        const isDamaged = (file: MonthFile) =>
          before.files.some(({ type, date }) => type === file.type && date === file.date);
        await store([...truth.filter((file) => !isDamaged(file)), ...before.files]);
        expect(await looksClean(before.damages)).toEqual([]);
        await store(truth.filter(isDamaged));
        expect(await openExceptions()).toEqual([]);
        expect(await badChecks()).toEqual([]);
        const after = damage(truth, later);
        await store(after.files);
        expect(await looksClean(after.damages)).toEqual([]);
        tried += before.damages.length + after.damages.length;
      }),
      { numRuns: 1, endOnFailure: true },
    );
    countTried("losses", tried);
  }, 480_000);
});
