import { randomBytes } from "node:crypto";
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

const DAY = "2026-10-05";
const NEXT = addDays(DAY, 1);
const MONTH = "2026-10-31";
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

/** Their statuses were read so late that they aren't overdue before all of November is here. */
const write = (...transactions: Transaction[]) =>
  writeTransactions(transactions, { requestedAt: new Date("2026-11-01T23:00:00Z"), walk: null });

const settled = (id: string, overrides: Partial<SettledRow> = {}): SettledRow => ({
  id,
  at: `${DAY}T12:00:00`,
  bill: 1000,
  ...overrides,
});

const settle = (rows: SettledRow[], date: IsoDate = DAY, type = "daily") =>
  storeReport(db.pool, { type, date, content: settlementCsv(100_000, rows) });

async function exceptions(): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', to_char(e.day, 'DD'), e.kind, transaction_id, event, r.type, row_number, field, ours, theirs,
       difference::text) as text
     from reconciliation_exceptions e
     left join report_files f on f.id = e.file_id left join report_requests r on r.id = f.request_id
     where e.state = 'open' order by e.day, transaction_id, event`,
  );
  return rows.map(({ text }) => text);
}

async function resultOf(day: IsoDate): Promise<DayResult> {
  const { rows } = await db.pool.query("select result from reconciliation_days where day = $1", [day]);
  return rows[0].result;
}

describe("a capture that lost rows which an earlier one had", () => {
  it("lacks them on the day on which they occurred, and not on the day of the purchase", async () => {
    const bought = addDays(DAY, -1);
    await write(clearedTransaction("a", bought), clearedTransaction("b", DAY));
    await settle([], bought);
    await settle([settled("a"), settled("b")]);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    await settle([settled("b")]);
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only a clearing daily 0 -10.00"]);
    expect(await resultOf(bought)).toMatchObject({ waiting: 0 });
    expect(await resultOf(DAY)).toMatchObject({
      arrivals: [
        { madeOn: bought, amount: "10" },
        { madeOn: DAY, amount: "10" },
      ],
    });
    await settle([settled("b")]);
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only a clearing daily 0 -10.00"]);
    await settle([settled("a"), settled("b")]);
    await reconcile();
    expect(await exceptions()).toEqual([]);
  });

  it("lacks a row once, although a fee was charged on the next day", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a")]);
    await settle([], NEXT);
    await reconcile();
    await settle([]);
    const content = `charged_at,fee_type,transaction_id,fee_amount,fee_currency\n${NEXT}T00:00:01+0000,FX,a,0.30,USD\n`;
    await storeReport(db.pool, { type: "fee", date: NEXT, content });
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only a clearing daily 0 -10.00"]);
  });

  it("lacks nothing if another day has them, or our records don’t call them settled", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("declined", DAY, { status: "DECLINED" }));
    await settle([settled("a"), settled("declined"), settled("unknown")]);
    await settle([], NEXT);
    await reconcile();
    await settle([]);
    await settle([settled("a", { at: `${NEXT}T01:00:00` })], NEXT);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    await write(clearedTransaction("declined", DAY));
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only declined clearing daily 1 -10.00"]);
  });
});

describe("the month’s file", () => {
  it("says which rows a day lacks, now", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("b", DAY));
    await settle([settled("b")]);
    await reconcile();
    expect(await resultOf(DAY)).toMatchObject({ waiting: 1 });
    await settle([settled("a"), settled("b")], MONTH, "monthly");
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only a clearing monthly 0 -10.00"]);
    expect(await resultOf(DAY)).toMatchObject({ waiting: 0 });
  });

  it("still differs while its newest capture isn’t understood", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a")]);
    await settle([settled("a", { bill: 1001 })], MONTH, "monthly");
    await reconcile();
    const differs = ["05 other-file-differs a clearing monthly 0 Billed amount 10.00 10.01 0.01"];
    expect(await exceptions()).toEqual(differs);
    await storeReport(db.pool, { type: "monthly", date: MONTH, content: "a,b\n1,2\n" });
    await reconcile();
    expect(await exceptions()).toEqual(differs);
    await settle([settled("a")], MONTH, "monthly");
    await reconcile();
    expect(await exceptions()).toEqual([]);
  });

  it("settles nothing by a row of a purchase that was declined", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("declined", DAY, { status: "DECLINED" }));
    await settle([settled("a")]);
    await settle([settled("a"), settled("declined")], MONTH, "monthly");
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-only declined clearing monthly 1 -10.00"]);
    expect((await resultOf(DAY)).arrivals).toEqual([{ madeOn: DAY, currency: "USD", amount: "10" }]);
  });

  it("is compared with the days row by row", async () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id)));
    await settle([], NEXT);
    await settle(
      [
        settled("a", { bill: 1001 }),
        settled("b"),
        settled("b"),
        settled("c", { fees: 7 }),
        settled("d", { at: `${NEXT}T01:00:00` }),
        settled("e"),
        settled("e", { at: `${NEXT}T01:00:00` }),
      ],
      MONTH,
      "monthly",
    );
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 other-file-differs a clearing monthly 0 Billed amount 10.00 10.01 0.01",
      "05 other-file-differs b clearing monthly 1 Rows 1 2 10.00",
      "05 other-file-differs c clearing monthly 3 Cardholder fees 0.00 0.07 0.07",
      "05 other-file-differs d clearing monthly 4 Day 2026-10-05 2026-10-06",
      "05 missing-elsewhere f clearing daily 5 Monthly settlement -10.00",
      "06 other-file-differs e clearing monthly 6 Rows 1 2 10.00",
    ]);
  });
});

describe("a row that differs from our records", () => {
  it("is compared with the month’s file, too, unless that agrees with our records", async () => {
    const ids = ["a", "b", "c"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id, { bill: 1002 })));
    await settle([settled("a"), settled("b", { bill: 51002 })], MONTH, "monthly");
    await reconcile();
    const differs = "amount-differs";
    expect((await exceptions()).map((text) => text.replace(/ clearing.*/, ""))).toEqual(
      expect.arrayContaining([`05 ${differs} a`, `05 ${differs} b`, `05 ${differs} c`]),
    );
    expect((await exceptions()).filter((text) => !text.includes(differs))).toEqual([
      "05 other-file-differs b clearing monthly 1 Billed amount 10.02 510.02 500.00",
      "05 missing-elsewhere c clearing daily 2 Monthly settlement -10.02",
    ]);
  });
});

describe("a row that is wrong in another way", () => {
  it("is compared with the month’s file if it is of another day", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("b", DAY), clearedTransaction("c", DAY));
    const at = `${NEXT}T12:00:00`;
    await settle(["a", "b", "c"].map((id) => settled(id, { at })));
    await settle([], NEXT);
    await settle([settled("a", { at, bill: 101_000 }), settled("b", { at })], MONTH, "monthly");
    await reconcile();
    expect((await exceptions()).filter((text) => !text.includes("wrong-day"))).toEqual([
      "05 other-file-differs a clearing monthly 0 Billed amount 10.00 1010.00 1000.00",
      "05 missing-elsewhere c clearing daily 2 Monthly settlement -10.00",
    ]);
  });

  it("is compared with the month’s file if its purchase is unknown", async () => {
    await settle([settled("unknown")]);
    await settle([settled("unknown", { bill: 101_000 })], MONTH, "monthly");
    await reconcile();
    expect((await exceptions()).sort()).toEqual([
      "05 file-only unknown clearing daily 0 10.00",
      "05 other-file-differs unknown clearing monthly 0 Billed amount 10.00 1010.00 1000.00",
    ]);
  });
});

describe("the files of fees", () => {
  const csv = (columns: string, rows: string[]) => `${columns}\n${rows.map((row) => `${row}\n`).join("")}`;
  const at = (day: IsoDate) => `${day}T12:00:00+0000`;
  const fees = (rows: string[], date: IsoDate = DAY) =>
    storeReport(db.pool, {
      type: "fee",
      date,
      content: csv("charged_at,fee_type,transaction_id,card_id,fee_amount,fee_currency", rows),
    });
  const fee = (id: string, amount: string, day: IsoDate = DAY, currency = "USD") =>
    `${at(day)},FX,${id},card-1,${amount},${currency}`;
  const charges = (rows: string[], type = "dailyTransactionFee", date: IsoDate = DAY) =>
    storeReport(db.pool, {
      type,
      date,
      content: csv("charged_at,item,transaction_id,card_id,base_amount,fee_amount,fee_currency", rows),
    });
  const charge = (id: string, item: string, amount: string, { base = "10.00", day = DAY } = {}) =>
    `${at(day)},${item},${id},card-1,${base},${amount},USD`;
  const check = async (name: string) =>
    (await resultOf(DAY)).checks.find((candidate) => candidate.name === name);

  it("say which row a day lacks, before the issuer’s other files are here", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("b", DAY));
    await settle([]);
    await fees([fee("a", "0.30")]);
    await charges([charge("b", "CLEARING", "-0.10")]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 other-file-only a clearing fee 0 -10",
      "05 other-file-only b clearing dailyTransactionFee 0 -10",
    ]);
    expect(await resultOf(DAY)).toMatchObject({ waiting: 0 });
  });

  it("open a difference of cardholders’ fees into its rows", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id, { fees: id === "e" ? 0 : 30 })));
    await fees([fee("a", "0.30"), fee("b", "0.31"), fee("c", "0.30"), fee("c", "0.30"), fee("e", "0.05")]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 other-file-differs b clearing fee 1 Cardholder fees 0.30 0.31 0.01",
      "05 other-file-differs c clearing fee 2 Cardholder fees 0.30 0.60 0.30",
      "05 missing-elsewhere d clearing daily 3 Cardholder fees -0.30",
      "05 other-file-differs e clearing fee 4 Cardholder fees 0.00 0.05 0.05",
    ]);
    expect(await check("cardholder-fees")).toMatchObject({ outcome: "explained" });
    await fees(ids.slice(0, 4).map((id) => fee(id, "0.30")));
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await check("cardholder-fees")).toMatchObject({ outcome: "agrees" });
  });

  it("compare the amounts of transaction fees with the month’s file, not only their number", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id)));
    const right = ids.flatMap((id) => [
      charge(id, "AUTHORIZATION", "-0.02"),
      charge(id, "CLEARING", "-0.10"),
    ]);
    await charges(right);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    expect(await check("transaction-fees")).toMatchObject({ outcome: "unknown" });
    await charges(right, "monthlyTransactionFees", MONTH);
    await reconcile();
    expect(await check("transaction-fees")).toMatchObject({ outcome: "agrees" });
    await charges([
      ...right.slice(0, 5),
      charge("c", "CLEARING", "-0.11"),
      ...right.slice(7, 10),
      right[9] ?? "",
    ]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 other-file-differs c clearing monthlyTransactionFees 5 Transaction fee -0.11 -0.10 0.01",
      "05 other-file-differs d monthlyTransactionFees 6 Rows 0 1 -0.02",
      "05 other-file-differs e clearing monthlyTransactionFees 9 Rows 2 1 0.10",
    ]);
    expect(await check("transaction-fees")).toMatchObject({ outcome: "explained" });
  });

  it("name a charge that a transaction lacks, or has twice, without the month’s file", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id)));
    const right = ids.flatMap((id) => [
      charge(id, "AUTHORIZATION", "-0.02"),
      charge(id, "CLEARING", "-0.10"),
      charge(id, "INTERCHANGE", "0.11"),
    ]);
    const abroad = ["a", "b"].map((id) => charge(id, "CROSS_BORDER", "-0.05"));
    await charges([...right.filter((_, index) => index !== 0 && index !== 5), right[7] ?? "", ...abroad]);
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 missing-elsewhere a Daily transaction fees AUTHORIZATION",
      "05 missing-elsewhere b clearing daily 1 Daily transaction fees INTERCHANGE",
      "05 other-file-differs c clearing dailyTransactionFee 5 Rows 1 2 -0.10",
    ]);
  });

  it("name a charge that all of them have on two days", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a")]);
    await settle([], NEXT);
    const again = charge("a", "CLEARING", "-0.10", { day: NEXT });
    await charges([again], "dailyTransactionFee", NEXT);
    await reconcile();
    expect(await exceptions()).toEqual([]);
    const right = [charge("a", "AUTHORIZATION", "-0.02"), charge("a", "CLEARING", "-0.10")];
    await charges(right);
    await charges([...right, again], "monthlyTransactionFees", MONTH);
    await reconcile();
    expect(await exceptions()).toEqual([
      "06 other-file-differs a clearing dailyTransactionFee 0 Rows 1 2 -0.10",
    ]);
  });

  it("miss no charge that few purchases of a day have, and take a second one for right if the month has it", async () => {
    await write(clearedTransaction("a", DAY), clearedTransaction("b", DAY));
    await settle([settled("a"), settled("b")]);
    const right = ["a", "b"].flatMap((id) => [
      charge(id, "AUTHORIZATION", "-0.02"),
      charge(id, "CLEARING", "-0.10"),
    ]);
    const more = [charge("a", "CROSS_BORDER_CLEARING", "-0.05"), charge("b", "AUTHORIZATION", "-0.02")];
    await charges([...right, ...more]);
    await reconcile();
    expect(await exceptions()).toEqual(["05 other-file-differs b dailyTransactionFee 2 Rows 1 2 -0.02"]);
    await charges([...right, ...more], "monthlyTransactionFees", MONTH);
    await reconcile();
    expect(await exceptions()).toEqual([]);
  });

  it("miss no charge that most purchases of a day have if the month’s file agrees", async () => {
    const ids = ["a", "b", "c", "d", "e"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id)));
    const right = [
      ...ids.flatMap((id) => [charge(id, "AUTHORIZATION", "-0.02"), charge(id, "CLEARING", "-0.10")]),
      ...ids.slice(1).map((id) => charge(id, "CROSS_BORDER_CLEARING", "-0.05")),
    ];
    await charges(right);
    await reconcile();
    expect(await exceptions()).toEqual([
      "05 missing-elsewhere a clearing daily 0 Daily transaction fees CROSS_BORDER_CLEARING",
    ]);
    await charges(right, "monthlyTransactionFees", MONTH);
    await reconcile();
    expect(await exceptions()).toEqual([]);
  });

  it("say so if they aren’t understood", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a", { fees: 30 })]);
    await storeReport(db.pool, { type: "fee", date: DAY, content: csv("a,b", ["1,2"]) });
    await reconcile();
    expect(await check("cardholder-fees")).toMatchObject({
      outcome: "unknown",
      detail: "The report isn’t understood. No column was recognized as the time or the fee.",
    });
  });

  it("say where a fee is, although the file of that day is read later", async () => {
    const later = addDays(DAY, 15);
    await write(clearedTransaction("a", addDays(DAY, -15)));
    await settle([settled("a", { fees: 30 })]);
    await settle([], later);
    await fees([]);
    await reconcile();
    expect(await exceptions()).toEqual(["05 missing-elsewhere a clearing daily 0 Cardholder fees -0.30"]);
    await fees([fee("a", "0.30", later)], later);
    await reconcile();
    expect(await exceptions()).toEqual([`05 other-file-differs a clearing fee 0 Day ${DAY} ${later}`]);
  });

  it("are compared with a row of another day", async () => {
    const ids = ["a", "b", "c"];
    await write(...ids.map((id) => clearedTransaction(id, DAY)));
    await settle(ids.map((id) => settled(id, { at: `${NEXT}T12:00:00`, fees: 30 })));
    await settle([], NEXT);
    await fees([]);
    await reconcile();
    const ofFees = async () => (await exceptions()).filter((text) => !text.includes("wrong-day"));
    expect(await ofFees()).toEqual([]);
    await fees([], NEXT);
    await reconcile();
    expect(await ofFees()).toHaveLength(3);
    await fees([fee("a", "0.90", NEXT), fee("b", "0.30", NEXT)], NEXT);
    await reconcile();
    expect(await ofFees()).toEqual([
      "05 other-file-differs a clearing fee 0 Cardholder fees 0.30 0.90 0.60",
      "05 missing-elsewhere c clearing daily 2 Cardholder fees -0.30",
    ]);
  });

  it("aren’t explained by an exception that has nothing to do with their sum", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a"), settled("unknown")]);
    await fees([fee("", "5.00")]);
    await charges([charge("a", "AUTHORIZATION", "-0.02"), charge("unknown", "CLEARING", "-0.10")]);
    await reconcile();
    expect(await check("cardholder-fees")).toMatchObject({ outcome: "differs" });
    expect(await check("transaction-fees")).toMatchObject({ outcome: "differs" });
  });

  it("are never taken for agreement if they aren’t understood and the settlement has no fees", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a")]);
    await fees([fee("a", "5.00"), fee("", "100.00").replace("card-1", "")]);
    await reconcile();
    expect(await check("cardholder-fees")).toMatchObject({
      outcome: "unknown",
      detail: "The report isn’t understood. Row 2 can’t be read.",
    });
  });

  it("don’t hold up any day if one has something that can’t be stored, or is damaged", async () => {
    await write(clearedTransaction("a", DAY));
    await settle([settled("a")]);
    await fees([fee(randomBytes(6_000).toString("hex"), "5.00")]);
    await reconcile();
    expect(await resultOf(DAY)).toMatchObject({ matched: 1 });
    const { fileId } = await fees([fee("a", "5.00")]);
    await db.pool.query("update report_chunks set content = '\\x00' where file_id = $1", [fileId]);
    await settle([]);
    await expect(reconcile()).rejects.toThrow();
    expect(await resultOf(DAY)).toMatchObject({ matched: 0 });
  });
});
