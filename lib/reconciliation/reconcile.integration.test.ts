import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seedDemoPeople } from "@/lib/auth/people";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import type { Transaction } from "@/lib/contract/transaction";
import { bridgeOf } from "@/lib/domain/reconciliation/bridge";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import { monthOf } from "@/lib/domain/reconciliation/period";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { closeBus } from "@/lib/events/bus";
import { openTestDashboard } from "@/testing/dashboard-database";
import {
  clearedTransaction,
  clearReconciliation,
  markIndexFilled,
  type SettledRow,
  settlementCsv,
  storeReport,
} from "@/testing/settlements";
import { readBridgeDays } from "./read-period";
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
});

const transaction = (id: string, overrides: Partial<Transaction> = {}) =>
  clearedTransaction(id, DAY, overrides);

const write = (...transactions: Transaction[]) =>
  writeTransactions(transactions, { requestedAt: new Date(`${DAY}T23:00:00Z`), walk: null });

const settled = (id: string, overrides: Partial<SettledRow> = {}): SettledRow => ({
  id,
  at: `${DAY}T12:00:00`,
  bill: 1000,
  ...overrides,
});

const settle = (rows: SettledRow[], date: IsoDate = DAY, opening = 100_000) =>
  storeReport(db.pool, { type: "daily", date, content: settlementCsv(opening, rows) });

async function exceptions(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', kind, transaction_id, event, field, ours, theirs, difference::text,
       case when state <> 'open' then state end) as text
     from reconciliation_exceptions order by day, kind, transaction_id, event`,
  );
  return rows.map(({ text }) => text);
}

async function resultOf(day: IsoDate = DAY): Promise<DayResult> {
  const { rows } = await db.pool.query<{ result: DayResult }>(
    "select result from reconciliation_days where day = $1",
    [day],
  );
  if (!rows[0]) throw new Error(`${day} was not compared`);
  return rows[0].result;
}

const checkOf = async (name: string, day: IsoDate = DAY) =>
  (await resultOf(day)).checks.find((check) => check.name === name)?.outcome;

describe("the reconciliation of a day", () => {
  it("finds nothing if file and records agree", async () => {
    await write(transaction("a"), transaction("b", { status: "REFUNDED" }));
    await settle([settled("a"), settled("b"), settled("b", { event: "REFUND" })]);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await resultOf()).toMatchObject({
      matched: 3,
      rows: 3,
      waiting: 0,
      events: [
        { event: "clearing", currency: "USD", rows: 2, billed: "20.00", effect: "-20.00" },
        { event: "refund", currency: "USD", rows: 1, billed: "10.00", effect: "10.00" },
      ],
      records: [{ currency: "USD", purchases: 2, purchased: "20", refunds: 1, refunded: "10" }],
      arrivals: [{ madeOn: DAY, currency: "USD", amount: "10" }],
    });
    expect(await checkOf("balances")).toBe("agrees");
  });

  it("names what differs, with both values", async () => {
    await write(
      transaction("amount"),
      transaction("merchant", { amount: "9.00" }),
      transaction("currency", { currency: "EUR" }),
      transaction("declined", { status: "DECLINED" }),
    );
    await settle([
      settled("amount", { bill: 1250 }),
      settled("merchant"),
      settled("currency"),
      settled("declined"),
      settled("unknown"),
    ]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "amount-differs amount clearing Billed amount 10 12.50 2.50",
      "amount-differs merchant clearing Merchant’s amount 9.00 10.00 0.00",
      "currency-differs currency clearing Merchant’s currency EUR USD 0.00",
      "file-only declined clearing Status DECLINED 10.00",
      "file-only unknown clearing 10.00",
    ]);
    expect(await resultOf()).toMatchObject({ matched: 0, rows: 5 });
  });

  it("counts the money of a row with which something else is wrong too", async () => {
    await write(transaction("both"), transaction("moved"), transaction("declined", { status: "DECLINED" }));
    const next = `${addDays(DAY, 1)}T01:00:00`;
    await settle([
      settled("both", { bill: 5000, currency: "EUR" }),
      settled("moved", { bill: 1500, at: next }),
      settled("declined", { at: next }),
      settled("unknown", { bill: 99_900, at: next }),
    ]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "amount-differs both clearing Billed amount 10 50.00 40.00",
      "file-only declined clearing Status DECLINED 10.00",
      "file-only unknown clearing 999.00",
      `wrong-day moved clearing Day ${DAY} ${addDays(DAY, 1)} 5.00`,
    ]);
  });

  it("finds a row that is twice, in one file or in two", async () => {
    await write(transaction("a"), transaction("b"));
    await settle([settled("a"), settled("a"), settled("b")]);
    const next = addDays(DAY, 1);
    await settle([settled("b", { at: `${next}T01:00:00` })], next);
    await reconcile();
    expect(await exceptions()).toEqual(["twice a clearing 10.00", "twice b clearing 10.00"]);
  });

  it("finds a row in the file of another day, and doesn’t miss it in its own", async () => {
    await write(transaction("a"));
    const next = addDays(DAY, 1);
    await settle([]);
    await settle([settled("a")], next);
    await reconcile();
    expect(await exceptions()).toEqual([`wrong-day a clearing Day ${next} ${DAY} 0.00`]);
  });

  it("waits for a file that isn’t here, then finds the missing row, and resolves it by itself", async () => {
    // Its status was read on the day after.
    const next = addDays(DAY, 1);
    await writeTransactions([transaction("late")], {
      requestedAt: new Date(`${next}T12:00:00Z`),
      walk: null,
    });
    await settle([]);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await resultOf()).toMatchObject({ waiting: 1, records: [{ waiting: 1, waitingAmount: "10" }] });
    await settle([], next);
    await reconcile();
    expect(await exceptions()).toEqual(["records-only late clearing -10"]);
    expect(await resultOf()).toMatchObject({ waiting: 0 });
    await settle([settled("late", { at: `${next}T09:00:00` })], next);
    await reconcile();
    expect(await exceptions()).toEqual(["records-only late clearing -10 resolved"]);
    const { rows } = await db.pool.query(
      "select message from reconciliation_exception_history order by id desc limit 1",
    );
    expect(rows).toEqual([{ message: "It is in the settlement of 6 Oct 2026" }]);
  });

  it("keeps a person’s work while nothing financial changes, and reopens it when something does", async () => {
    await write(transaction("a"));
    await settle([settled("a", { bill: 1250 })]);
    await reconcile();
    await db.pool.query(
      "update reconciliation_exceptions set state = 'explained', reason = 'fee', note = 'A fee'",
    );
    await write(transaction("a", { cardholder_name: "Ada King" }));
    await settle([settled("a", { bill: 1250 })]);
    await reconcile();
    expect(await exceptions()).toEqual(["amount-differs a clearing Billed amount 10 12.50 2.50 explained"]);
    await write(transaction("a", { bill_amount: 11 }));
    await reconcile();
    expect(await exceptions()).toEqual(["amount-differs a clearing Billed amount 11 12.50 1.50"]);
    await write(transaction("a", { bill_amount: 12.5, amount: "12.50" }));
    await reconcile();
    expect(await exceptions()).toEqual(["amount-differs a clearing Billed amount 11 12.50 1.50 resolved"]);
  });

  it("compares a day only if something about it changed", async () => {
    await write(transaction("a"));
    await settle([settled("a")]);
    await reconcile();
    const comparedAt = async () =>
      (await db.pool.query("select compared_at from reconciliation_days where day = $1", [DAY])).rows[0]
        .compared_at;
    const first = await comparedAt();
    await write(transaction("a", { cardholder_name: "Ada King" }));
    await write(transaction("z", { created: `${addDays(DAY, -40)}T08:00:00+0000` }));
    await reconcile();
    expect(await comparedAt()).toEqual(first);
    await write(transaction("a", { status: "REFUNDED" }));
    await reconcile();
    expect(await comparedAt()).not.toEqual(first);
  });

  it("waits until the first sync has read every transaction", async () => {
    await db.pool.query("update index_feeds set filled_at = null where name = 'transactions'");
    await settle([settled("a")]);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    await write(transaction("a"));
    await markIndexFilled(db.pool);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await resultOf()).toMatchObject({ matched: 1 });
  });

  it("forgets changes of days without a file", async () => {
    await write(transaction("a"));
    await reconcile();
    expect((await db.pool.query("select from reconciliation_changes")).rowCount).toBe(0);
  });

  it("takes the newest of two files, and a monthly one where there is no daily one", async () => {
    await write(transaction("a"), transaction("b"));
    await storeReport(db.pool, {
      type: "monthly",
      date: "2026-10-31",
      content: settlementCsv(0, [settled("a"), settled("b")]),
    });
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await resultOf()).toMatchObject({ matched: 2 });
    await settle([settled("a")]);
    await reconcile();
    expect(await exceptions()).toEqual(["other-file-only b clearing -10.00"]);
    await settle([settled("a"), settled("b")]);
    await reconcile();
    expect(await exceptions()).toEqual(["other-file-only b clearing -10.00 resolved"]);
  });
});

describe("the arithmetic of a day", () => {
  const csvWith = (change: (cells: string[], row: number) => void) =>
    settlementCsv(100_000, [settled("a"), settled("b"), settled("c")])
      .trimEnd()
      .split("\n")
      .map((line, index) => {
        const cells = line.split(",");
        if (index > 0) change(cells, index - 1);
        return cells.join(",");
      })
      .join("\n");

  it("finds a balance that is not the one before plus the effect", async () => {
    await write(transaction("a"), transaction("b"), transaction("c"));
    const content = csvWith((cells, row) => {
      if (row === 1) cells[10] = "981.00";
    });
    await storeReport(db.pool, { type: "daily", date: DAY, content });
    await reconcile();
    expect(await exceptions()).toEqual([]);
    const balances = (await resultOf()).checks.find(({ name }) => name === "balances");
    expect(balances).toMatchObject({ outcome: "differs", detail: "Row 2 is off by 1.00, and 1 more." });
  });

  it("finds an effect that isn’t the billed amount minus fees, however well its balances add up", async () => {
    await write(transaction("a"), transaction("b"), transaction("c"));
    const content = csvWith((cells, row) => {
      if (row === 1) cells[9] = "-1000.00";
      if (row >= 1) cells[10] = row === 1 ? "-10.00" : "-20.00";
    });
    await storeReport(db.pool, { type: "daily", date: DAY, content });
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await checkOf("balances")).toBe("agrees");
    expect((await resultOf()).checks.find(({ name }) => name === "effects")).toEqual({
      name: "effects",
      currency: "USD",
      outcome: "differs",
      expected: "-10.00",
      actual: "-1000.00",
      detail: "Row 2.",
    });
  });

  it("doesn’t explain an effect by what else is wrong with its row", async () => {
    await write(transaction("a"), transaction("b"), transaction("c"));
    const content = csvWith((cells, row) => {
      if (row === 1) [cells[0], cells[9]] = [`${addDays(DAY, 1)}T01:00:00+0000`, "-1000.00"];
      if (row >= 1) cells[10] = row === 1 ? "-10.00" : "-20.00";
    });
    await storeReport(db.pool, { type: "daily", date: DAY, content });
    await reconcile();
    expect(await exceptions()).toEqual([`wrong-day b clearing Day ${DAY} ${addDays(DAY, 1)} 0.00`]);
    expect(await checkOf("effects")).toBe("differs");
  });

  it("follows the balances of two currencies", async () => {
    await write(transaction("a"), transaction("b", { bill_currency: "EUR" }), transaction("c"));
    const content = csvWith((cells, row) => {
      if (row === 1) [cells[7], cells[10]] = ["EUR", "500.00"];
      if (row === 2) cells[10] = "980.00";
    });
    await storeReport(db.pool, { type: "daily", date: DAY, content });
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await checkOf("balances")).toBe("agrees");
  });

  it("checks that a day opens where the last one with rows closed, if all files between are here", async () => {
    const [second, third] = [addDays(DAY, 1), addDays(DAY, 2)];
    await write(transaction("a"), transaction("b"));
    await settle([settled("a")]);
    await settle([settled("b", { at: `${third}T10:00:00` })], third, 99_000);
    await reconcile();
    expect(await checkOf("opening", third)).toBe("unknown");
    await settle([], second);
    await reconcile();
    expect(await checkOf("opening", third)).toBe("agrees");
    await settle([settled("b", { at: `${third}T10:00:00` })], third, 98_900);
    await reconcile();
    expect(await checkOf("opening", third)).toBe("differs");
  });

  it("doesn’t explain a gap by exceptions of another amount or another time", async () => {
    const old = addDays(DAY, -120);
    await writeTransactions([transaction("old", { created: `${old}T08:00:00+0000` })], {
      requestedAt: new Date(`${old}T23:00:00Z`),
      walk: null,
    });
    await settle([], old);
    const next = addDays(DAY, 1);
    await write(transaction("a"), transaction("b"), transaction("c"));
    const content = csvWith((cells, row) => {
      if (row > 0) cells[10] = String(Number(cells[10]) - 10);
    });
    await storeReport(db.pool, { type: "daily", date: DAY, content });
    await settle([settled("cent", { at: `${next}T10:00:00`, bill: 1 })], next, 96_000);
    const last = addDays(DAY, 2);
    await settle([settled("d", { at: `${last}T10:00:00` })], last, 45_999);
    await reconcile();
    expect(await checkOf("balances")).toBe("differs");
    expect(await checkOf("opening", next)).toBe("agrees");
    expect((await resultOf(last)).checks).toContainEqual(
      expect.objectContaining({
        name: "opening",
        expected: "959.99",
        actual: "459.99",
        outcome: "differs",
      }),
    );
  });

  it("explains a gap by a missing row, once its fees are known", async () => {
    await write(transaction("a"), transaction("b"), transaction("c"));
    const lines = settlementCsv(100_000, [settled("a"), settled("b", { fees: 30 }), settled("c")]).split(
      "\n",
    );
    await storeReport(db.pool, { type: "daily", date: DAY, content: lines.toSpliced(2, 1).join("\n") });
    await reconcile();
    expect(await exceptions()).toEqual(["records-only b clearing -10"]);
    expect(await checkOf("balances")).toBe("differs");
    const fees = `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${DAY}T12:00:00+0000,FX,b,0.30,USD\n`;
    await storeReport(db.pool, { type: "fee", date: DAY, content: fees });
    await reconcile();
    expect(await checkOf("balances")).toBe("explained");
  });

  it("explains the balances around a row of another day, but not money that is lost with it", async () => {
    const next = addDays(DAY, 1);
    const rowOf = (id: string) => settled(id, { at: `${next}T12:00:00` });
    await write(transaction("a"), transaction("b"), transaction("c"), transaction("moved"));
    const own = settlementCsv(100_000, [settled("a"), settled("moved"), settled("b")]).split("\n");
    const later = settlementCsv(97_000, [rowOf("c")]).split("\n");
    await storeReport(db.pool, { type: "daily", date: DAY, content: own.toSpliced(2, 1).join("\n") });
    const store = (content: string) => storeReport(db.pool, { type: "daily", date: next, content });
    await store(later.toSpliced(1, 0, own[2] ?? "").join("\n"));
    await reconcile();
    expect(await exceptions()).toEqual([`wrong-day moved clearing Day ${next} ${DAY} 0.00`]);
    expect(await checkOf("balances")).toBe("explained");
    expect([await checkOf("opening", next), await checkOf("balances", next)]).toEqual([
      "explained",
      "explained",
    ]);
    const short = settlementCsv(96_000, [rowOf("c")]).split("\n");
    await store(short.toSpliced(1, 0, own[2] ?? "").join("\n"));
    await reconcile();
    expect(await checkOf("opening", next)).toBe("differs");
  });

  it("finds the late refund of a month in its bridge, however late it is", async () => {
    const refunded = addDays(DAY, 400);
    await writeTransactions([transaction("a", { status: "REFUNDED" })], {
      requestedAt: new Date(`${refunded}T23:00:00Z`),
      walk: null,
    });
    await settle([settled("a")]);
    await settle([settled("a", { at: `${refunded}T12:00:00`, event: "REFUND" })], refunded);
    await settle([], addDays(refunded, 1));
    await reconcile();
    expect(await exceptions()).toEqual([]);
    const days = await readBridgeDays(db.pool, monthOf(DAY));
    expect(days.map(({ day }) => day)).toEqual([DAY, refunded]);
    expect(bridgeOf(days, monthOf(DAY))[0]?.parts).toContainEqual({ name: "unexplained", amount: "0.00" });
  });

  it("says what it can’t check of a day that is compared from the monthly file, or has no fee report", async () => {
    await write(transaction("a"));
    await storeReport(db.pool, {
      type: "monthly",
      date: "2026-10-31",
      content: settlementCsv(100_000, [settled("a")]),
    });
    await reconcile();
    const unknownOf = async () =>
      (await resultOf()).checks.flatMap(({ name, outcome }) => (outcome === "unknown" ? [name] : []));
    expect(await unknownOf()).toEqual(["balances", "opening", "cardholder-fees", "transaction-fees"]);
    await settle([settled("a")]);
    await reconcile();
    expect(await unknownOf()).toEqual(["opening", "cardholder-fees", "transaction-fees"]);
  });

  it("compares the cardholders’ fees with the fee report", async () => {
    await write(transaction("a"), transaction("b", { status: "REFUNDED" }));
    await settle([
      settled("a", { fees: 50 }),
      settled("b", { fees: 30 }),
      settled("b", { event: "REFUND", fees: 30 }),
    ]);
    await reconcile();
    expect(await checkOf("cardholder-fees")).toBe("unknown");
    const fee = (amount: string) =>
      [
        "charged_at,fee_type,transaction_id,fee_amount,fee_currency",
        ...[`a,${amount}`, "b,0.30", "b,-0.30"].map((row) => `${DAY}T12:00:00+0000,FX,${row},USD`),
      ].join("\n");
    await storeReport(db.pool, { type: "fee", date: DAY, content: fee("0.50") });
    await reconcile();
    expect(await checkOf("cardholder-fees")).toBe("agrees");
    await storeReport(db.pool, { type: "fee", date: DAY, content: fee("0.51") });
    await reconcile();
    expect(await checkOf("cardholder-fees")).toBe("explained");
    expect(await exceptions()).toEqual(["other-file-differs a clearing Cardholder fees 0.50 0.51 0.01"]);
  });
});
