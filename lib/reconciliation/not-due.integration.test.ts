import { afterAll, beforeAll, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { monthOf } from "@/lib/domain/reconciliation/period";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { openTestDashboard } from "@/testing/dashboard-database";
import { clearedTransaction, clearReconciliation, settlementCsv, storeReport } from "@/testing/settlements";
import { listNotDue } from "./not-due";
import { reconcile } from "./reconcile";

const DAY = "2026-10-05";
const NEXT = "2026-10-06";
const LAST = "2026-10-07";
let db: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await clearReconciliation(db.pool);
}, 120_000);
afterAll(async () => {
  await closeBus();
  await db.close();
});

const settleNothing = async (date: IsoDate) => {
  await storeReport(db.pool, { type: "daily", date, content: settlementCsv(100_000, []) });
  await reconcile();
};

it("lists what isn’t due yet, with its date and the file that is missing, until that file is here", async () => {
  const late = clearedTransaction("late", DAY, { status: "REFUNDED" });
  await writeTransactions([late, clearedTransaction("missing", DAY)], {
    requestedAt: new Date(`${DAY}T23:00:00Z`),
    walk: null,
  });
  await writeTransactions([{ ...late, status: "CLEARED" }], {
    requestedAt: new Date(`${NEXT}T23:00:00Z`),
    walk: null,
  });
  await writeTransactions([late], { requestedAt: new Date(`${LAST}T23:00:00Z`), walk: null });
  await settleNothing(DAY);
  const item = { transactionId: "late", madeOn: DAY, due: LAST, currency: "USD", missingFile: NEXT };
  expect(await listNotDue(db.pool, monthOf(DAY))).toEqual([
    { ...item, event: "clearing", amount: "10" },
    { ...item, event: "refund", amount: "-10" },
  ]);
  await settleNothing(NEXT);
  expect(await listNotDue(db.pool, monthOf(DAY))).toMatchObject([
    { missingFile: LAST },
    { missingFile: LAST },
  ]);
  await settleNothing(LAST);
  expect(await listNotDue(db.pool, monthOf(DAY))).toEqual([]);
});
