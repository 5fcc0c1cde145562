import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ListSync } from "@/lib/card-index/sync/list-sync";
import { SYNCED_LISTS } from "@/lib/card-index/sync/synced-lists";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import type { ExceptionKind } from "@/lib/domain/reconciliation/exception";
import { addDays, type IsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { catchUp } from "@/testing/card-program";
import { openTestReports, type TestReports } from "@/testing/reports";
import { reconcile } from "./reconcile";

/** The sandbox's files, requested and downloaded for real, while they disagree on purpose. */
let reports: TestReports;
const day = addDays(toIsoDate(new Date()), -12);
const days = Array.from({ length: 10 }, (_, index) => addDays(day, index - 5));

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
  await catchUp(SYNCED_LISTS.map((list) => new ListSync(list, async () => undefined, { gracePeriodMs: 0 })));
  await readStatusesAsTheyHappened();
  for (const date of days) await capture(date);
  await reconcile();
}, 240_000);
afterAll(() => reports.close());
afterEach(async () => {
  await reports.control("DELETE", "/disagreements");
  for (const date of [day, addDays(day, 1)]) await capture(date);
  await reconcile();
  expect(await openExceptions()).toEqual([]);
});

/** As if the index had run all the time. */
async function readStatusesAsTheyHappened(): Promise<void> {
  const rows = [...reports.sandbox.sandbox.state.transactions].flatMap(({ id, clearedAt, refundedAt }) => {
    const at = refundedAt ?? clearedAt;
    return at ? [{ id, at }] : [];
  });
  await reports.db.pool.query(
    `update indexed_transactions t set status_read_at = s.at
     from unnest($1::text[], $2::timestamptz[]) as s (id, at) where s.id = t.id`,
    [rows.map(({ id }) => id), rows.map(({ at }) => at)],
  );
}

/** Only the fee report knows the fees of a row that is missing. */
async function capture(date: IsoDate): Promise<void> {
  for (const type of ["daily", "fee"] as const)
    await reports.waitForState(await reports.request(type, date), "captured");
}

type Change = { day: IsoDate; transactionId: string; before: string | null; after: string | null };

async function disagree(kind: string, count = 1): Promise<Change[]> {
  const { changes } = (await reports.control("POST", "/disagreements", { kind, day, count })) as {
    changes: Change[];
  };
  await capture(day);
  if (kind === "wrong-day") await capture(addDays(day, 1));
  await reconcile();
  return changes;
}

async function openExceptions(): Promise<[ExceptionKind, string][]> {
  const { rows } = await reports.db.pool.query<{ kind: ExceptionKind; id: string }>(
    "select kind, transaction_id as id from reconciliation_exceptions where state = 'open' order by 1, 2",
  );
  return rows.map(({ kind, id }) => [kind, id]);
}

/** The checks of all days that don't agree, without those that lack a file. */
async function badChecks(): Promise<string[]> {
  const { rows } = await reports.db.pool.query<{ day: string; result: DayResult }>(
    "select day::text, result from reconciliation_days order by day",
  );
  return rows.flatMap(({ day: date, result }) =>
    result.checks.flatMap(({ name, outcome }) => (outcome === "differs" ? [`${date} ${name}`] : [])),
  );
}

const ids = (changes: Change[], side: "before" | "after" = "before") =>
  [
    ...new Set(changes.filter((change) => change[side] !== null).map(({ transactionId }) => transactionId)),
  ].sort();

describe("the sandbox’s files", () => {
  it("agree with its transactions and with each other", async () => {
    expect(await openExceptions()).toEqual([]);
    expect(await badChecks()).toEqual([]);
    const { rows } = await reports.db.pool.query<{ result: DayResult }>(
      "select result from reconciliation_days",
    );
    expect(rows).toHaveLength(days.length);
    expect(rows.reduce((sum, { result }) => sum + result.matched, 0)).toBeGreaterThan(50);
  });
});

describe("a file that disagrees", () => {
  it.each([
    ["missing-row", "other-file-only", "before"],
    ["changed-amount", "amount-differs", "before"],
    ["changed-currency", "currency-differs", "before"],
    ["doubled-row", "twice", "after"],
    ["wrong-day", "wrong-day", "before"],
    ["extra-row", "file-only", "after"],
  ] as const)("with %s is found as %s, and nothing else is reported", async (kind, found, side) => {
    // The fees of two missing rows are only known together, which isn’t enough if they leave gaps on two days.
    const changes = await disagree(kind, kind === "wrong-day" || kind === "missing-row" ? 1 : 2);
    expect(ids(changes, side).length).toBeGreaterThan(0);
    expect(await openExceptions()).toEqual(ids(changes, side).map((id) => [found, id]));
    // The fee report of each changed file differs by the fees of the row, if it has any.
    const fees = changes.map((change) => `${change.day} cardholder-fees`);
    expect((await badChecks()).filter((check) => !fees.includes(check))).toEqual([]);
  });

  it("with wrong-balance is found by the arithmetic", async () => {
    await disagree("wrong-balance");
    expect(await openExceptions()).toEqual([]);
    expect(await badChecks()).toContain(`${day} balances`);
  });

  it.each([
    // Each missing row is named, which explains the sums.
    ["empty-file", "other-file-only", undefined],
    ["other-period", "twice", "opening"],
    ["wrong-balances", undefined, "opening"],
    ["changed-fee", undefined, "effects"],
  ])("with %s doesn’t look clean", async (kind, found, check) => {
    await disagree(kind);
    const kinds = (await openExceptions()).map(([is]) => is);
    expect(found ? kinds : [found]).toContain(found);
    expect(check ? await badChecks() : [`${day} ${check}`]).toContain(`${day} ${check}`);
  });

  it.each(["other-column-names", "semicolons", "decimal-comma"])("only with %s agrees", async (kind) => {
    await disagree(kind);
    expect(await openExceptions()).toEqual([]);
    expect(await badChecks()).toEqual([]);
    const { rows } = await reports.db.pool.query(
      "select state, question, rows::int from settlement_readings where date = $1",
      [day],
    );
    expect(rows).toEqual([{ state: "read", question: null, rows: expect.any(Number) }]);
    expect(rows[0].rows).toBeGreaterThan(5);
  });
});
