import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { openTestDashboard } from "@/testing/dashboard-database";
import {
  clearedTransaction,
  clearReconciliation,
  type SettledRow,
  settlementCsv,
  storeReport,
} from "@/testing/settlements";
import { reconcile } from "./reconcile";

const SATURDAY = "2026-10-03";
const SUNDAY = "2026-10-04";
const MONDAY = "2026-10-05";
const TUESDAY = "2026-10-06";
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});
beforeEach(() => clearReconciliation(db.pool));

/** Made in the morning, and read in the evening of the same or of another day. */
const write = (
  id: string,
  day: IsoDate,
  { readOn = day, ...overrides }: Partial<Transaction & { readOn: IsoDate }> = {},
) =>
  writeTransactions([clearedTransaction(id, day, overrides)], {
    requestedAt: new Date(`${readOn}T23:00:00Z`),
    walk: null,
  });

const settled = (id: string, day: IsoDate, overrides: Partial<SettledRow> = {}): SettledRow => ({
  id,
  at: `${day}T12:00:00`,
  bill: 1000,
  ...overrides,
});

const settle = (date: IsoDate, opening: number, rows: SettledRow[]) =>
  storeReport(db.pool, { type: "daily", date, content: settlementCsv(opening, rows) });

async function checkOf(name: "opening" | "balances", day: IsoDate): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ result: DayResult }>(
    "select result from reconciliation_days where day = $1",
    [day],
  );
  return rows[0]?.result.checks.find((check) => check.name === name)?.outcome;
}

async function exceptions(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', kind, transaction_id, day) as text from reconciliation_exceptions
     where not is_resolved_by_itself order by day, kind, transaction_id`,
  );
  return rows.map(({ text }) => text);
}

describe("a day is compared again", () => {
  it("after the file that it opens from was replaced, even if days without rows are between", async () => {
    await write("a", SATURDAY);
    await write("b", MONDAY);
    await settle(SATURDAY, 100_000, [settled("a", SATURDAY)]);
    await settle(SUNDAY, 99_000, []);
    await settle(MONDAY, 99_000, [settled("b", MONDAY)]);
    await reconcile();
    expect(await checkOf("opening", MONDAY)).toBe("agrees");
    await settle(SATURDAY, 90_000, [settled("a", SATURDAY)]);
    await reconcile();
    expect(await checkOf("opening", MONDAY)).toBe("differs");
  });

  it("after a missing row that explained its balances got another amount", async () => {
    await write("late", SATURDAY, { readOn: MONDAY });
    for (const id of ["a", "b"]) await write(id, MONDAY);
    await settle(SATURDAY, 100_000, []);
    await settle(SUNDAY, 100_000, []);
    const rows = [settled("a", MONDAY), settled("late", MONDAY), settled("b", MONDAY)];
    const lines = settlementCsv(100_000, rows).split("\n");
    await storeReport(db.pool, { type: "daily", date: MONDAY, content: lines.toSpliced(2, 1).join("\n") });
    await reconcile();
    expect(await exceptions()).toEqual([`records-only late ${SATURDAY}`]);
    expect(await checkOf("balances", MONDAY)).toBe("explained");
    await write("late", SATURDAY, { readOn: MONDAY, bill_amount: 11 });
    await reconcile();
    expect(await checkOf("balances", MONDAY)).toBe("differs");
  });

  it("after a stray row of the file before turned out to be a purchase", async () => {
    await write("a", SATURDAY);
    await write("b", MONDAY);
    await settle(SATURDAY, 100_000, [settled("a", SATURDAY), settled("stray", SATURDAY)]);
    await settle(SUNDAY, 98_000, []);
    await settle(MONDAY, 99_000, [settled("b", MONDAY)]);
    await reconcile();
    expect(await exceptions()).toEqual([`file-only stray ${SATURDAY}`]);
    expect(await checkOf("opening", MONDAY)).toBe("explained");
    await write("stray", SATURDAY);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await checkOf("opening", MONDAY)).toBe("differs");
  });

  it("after the fees of a row arrived that the day before it lacks", async () => {
    await write("a", SATURDAY);
    await write("missing", SUNDAY);
    await write("b", MONDAY);
    await settle(SATURDAY, 100_000, [settled("a", SATURDAY)]);
    await settle(SUNDAY, 99_000, []);
    await settle(MONDAY, 98_030, [settled("b", MONDAY)]);
    await reconcile();
    expect(await exceptions()).toEqual([`records-only missing ${SUNDAY}`]);
    expect(await checkOf("opening", MONDAY)).toBe("differs");
    const fees = `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${SUNDAY}T12:00:00+0000,FX,missing,0.30,USD\n`;
    await storeReport(db.pool, { type: "fee", date: SUNDAY, content: fees });
    await reconcile();
    expect(await checkOf("opening", MONDAY)).toBe("explained");
  });

  it("after an earlier file lost its row", async () => {
    await write("early", SATURDAY);
    for (const id of ["a", "b"]) await write(id, TUESDAY);
    const rows = [settled("a", TUESDAY), settled("early", TUESDAY), settled("b", TUESDAY)];
    const lines = settlementCsv(99_000, rows).split("\n");
    await settle(SATURDAY, 100_000, [settled("early", TUESDAY)]);
    await settle(SUNDAY, 99_000, []);
    await settle(MONDAY, 99_000, []);
    await storeReport(db.pool, { type: "daily", date: TUESDAY, content: lines.toSpliced(2, 1).join("\n") });
    await reconcile();
    expect(await exceptions()).toEqual([`wrong-day early ${SATURDAY}`]);
    expect(await checkOf("balances", TUESDAY)).toBe("explained");
    await settle(SATURDAY, 99_000, []);
    await reconcile();
    expect(await exceptions()).toEqual([`other-file-only early ${TUESDAY}`]);
  });

  it.each([
    ["a fee", "fee"],
    ["an earlier capture", "daily"],
  ])("after the file of a much later day has an event that %s had placed on it", async (_, type) => {
    const later = addDays(MONDAY, 9);
    await write("a", SATURDAY);
    if (type === "daily") await settle(MONDAY, 100_000, [settled("a", MONDAY)]);
    else
      await storeReport(db.pool, {
        type,
        date: MONDAY,
        content: `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${MONDAY}T12:00:00+0000,FX,a,0.30,USD\n`,
      });
    await settle(SATURDAY, 100_000, []);
    await reconcile();
    await settle(MONDAY, 100_000, []);
    await reconcile();
    expect(await exceptions()).toEqual([`other-file-only a ${MONDAY}`]);
    await settle(later, 100_000, [settled("a", later)]);
    await reconcile();
    expect((await exceptions()).filter((text) => text.startsWith("other-file-only"))).toEqual([]);
  });
});
