import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { clearedTransaction, clearReconciliation, settlementCsv, storeReport } from "@/testing/settlements";
import { compareDay } from "./compare-day";
import { FEES_FOUND } from "./compare-with-fees";
import { reconcile } from "./reconcile";

const DAY = "2026-10-05";
const DAYS_BEFORE = 4;
const PURCHASES = 1_000;
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await clearReconciliation(db.pool);
  for (let before = 0; before <= DAYS_BEFORE; before += 1) await store(addDays(DAY, -before));
  await reconcile();
  await db.pool.query("analyze");
}, 240_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});

/** A day whose settlement lacks its last purchase. */
async function store(day: IsoDate): Promise<void> {
  const ids = Array.from({ length: PURCHASES }, (_, index) => `${day}-${index}`);
  await writeTransactions(
    ids.map((id) => clearedTransaction(id, day)),
    { requestedAt: new Date(`${day}T23:00:00Z`), walk: null },
  );
  const rows = ids.slice(0, -1).map((id) => ({ id, at: `${day}T12:00:00`, bill: 1000 }));
  await storeReport(db.pool, { type: "daily", date: day, content: settlementCsv(0, rows) });
  const fees = ids.flatMap((id) =>
    ["AUTHORIZATION", "CLEARING"].map((item) => `${day}T12:00:00+0000,${item},${id},-0.10,USD\n`),
  );
  await storeReport(db.pool, {
    type: "dailyTransactionFee",
    date: day,
    content: `charged_at,item,transaction_id,fee_amount,fee_currency\n${fees.join("")}`,
  });
}

type Plan = { "CTE Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] } & {
  "Rows Removed by Filter"?: number;
};

function rowsReadOf(name: string, plan: Plan): number {
  const read = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const own = plan["CTE Name"] === name ? read : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsReadOf(name, part), own);
}

it("are compared without reading all that was ever charged, or the day once for each charge", async () => {
  await inTransaction(db.pool, async (client) => {
    const { rows: days } = await client.query("select file_id from reconciliation_days where day = $1", [
      DAY,
    ]);
    await compareDay(client, { day: DAY, fileId: days[0].file_id });
    const { rows: tables } = await client.query<{ read: number }>(
      "select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'fee_rows'",
    );
    expect(tables[0]?.read).toBeLessThan(PURCHASES);
    const { rows: plans } = await client.query(`explain (analyze, timing off, format json) ${FEES_FOUND}`);
    const read = rowsReadOf("events", plans[0]["QUERY PLAN"][0].Plan);
    expect(read).toBeGreaterThanOrEqual(PURCHASES);
    expect(read).toBeLessThan(10 * PURCHASES);
  });
}, 120_000);
