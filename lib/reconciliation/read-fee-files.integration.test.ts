import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { MIGRATIONS } from "@/lib/db/migrations";

import type { DayResult } from "@/lib/domain/reconciliation/day-result";

import { closeBus } from "@/lib/events/bus";
import { migrate } from "@/lib/postgres/migrate";
import * as readFile from "@/lib/reports/read-file";
import { openTestDashboard } from "@/testing/dashboard-database";
import { clearedTransaction, clearReconciliation, settlementCsv, storeReport } from "@/testing/settlements";
import { readFeeFiles } from "./read-fee-files";
import { reconcile } from "./reconcile";

const DAY = "2026-10-05";
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await clearReconciliation(db.pool);
  await writeTransactions([clearedTransaction("a", DAY)], {
    requestedAt: new Date(`${DAY}T23:00:00Z`),
    walk: null,
  });
});
afterEach(() => vi.restoreAllMocks());

const settle = () =>
  storeReport(db.pool, {
    type: "daily",
    date: DAY,
    content: settlementCsv(0, [{ id: "a", at: `${DAY}T12:00:00`, bill: 1000, fees: 30 }]),
  });
const storeFees = (amount: string) =>
  storeReport(db.pool, {
    type: "fee",
    date: DAY,
    content: `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${DAY}T12:00:00+0000,FX,a,${amount},USD\n`,
  });

async function feeRows(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    "select concat_ws(' ', transaction_id, amount) as text from fee_rows join fee_readings using (file_id)",
  );
  return rows.map(({ text }) => text);
}

async function openExceptions(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    "select concat_ws(' ', kind, field, theirs) as text from reconciliation_exceptions where state = 'open'",
  );
  return rows.map(({ text }) => text);
}

async function check(name: string) {
  const { rows } = await db.pool.query<{ result: DayResult }>(
    "select result from reconciliation_days where day = $1",
    [DAY],
  );
  return rows[0]?.result.checks.find((candidate) => candidate.name === name);
}

describe("a file of fees", () => {
  it("keeps its rows if another instance finishes it in the meantime", async () => {
    await settle();
    await storeFees("0.30");
    const { readRowBatches } = readFile;
    vi.spyOn(readFile, "readRowBatches").mockImplementationOnce(async function* (fileId) {
      yield* readRowBatches(fileId);
      await readFeeFiles();
    });
    await readFeeFiles();
    expect(await feeRows()).toEqual(["a 0.30"]);
    await reconcile();
    expect(await openExceptions()).toEqual([]);
  });

  it("is read again if two instances left it without rows before the upgrade", async () => {
    await settle();
    await storeFees("0.31");
    await readFeeFiles();
    await db.pool.query("delete from fee_rows");
    await reconcile();
    expect(await openExceptions()).toEqual(["missing-elsewhere Cardholder fees"]);
    await db.pool.query("delete from migrations where name = '081-fee-files-again'");
    await migrate(db.pool, MIGRATIONS);
    await reconcile();
    expect(await feeRows()).toEqual(["a 0.31"]);
    expect(await openExceptions()).toEqual(["other-file-differs Cardholder fees 0.31"]);
  });

  it("is still compared if a later capture isn’t understood", async () => {
    await settle();
    await storeFees("0.31");
    await reconcile();
    const found = ["other-file-differs Cardholder fees 0.31"];
    expect(await openExceptions()).toEqual(found);
    await storeReport(db.pool, { type: "fee", date: DAY, content: "a,b\n1,2\n" });
    await reconcile();
    expect(await openExceptions()).toEqual(found);
    expect(await check("cardholder-fees")).toMatchObject({
      outcome: "unknown",
      detail: "The report isn’t understood. No column was recognized as the time or the fee.",
    });
    await storeFees("0.30");
    await reconcile();
    expect(await openExceptions()).toEqual([]);
    expect(await check("cardholder-fees")).toMatchObject({ outcome: "agrees" });
  });

  it("of a month that isn’t understood is named by the check that needs it", async () => {
    await settle();
    const content = `charged_at,item,transaction_id,fee_amount,fee_currency\n${DAY}T12:00:00+0000,CLEARING,a,-0.10,USD\n`;
    await storeReport(db.pool, { type: "dailyTransactionFee", date: DAY, content });
    await storeReport(db.pool, { type: "monthlyTransactionFees", date: "2026-10-31", content: "a,b\n1,2\n" });
    await reconcile();
    expect(await check("transaction-fees")).toMatchObject({
      outcome: "unknown",
      detail: expect.stringContaining("which isn’t understood"),
    });
  });
});
