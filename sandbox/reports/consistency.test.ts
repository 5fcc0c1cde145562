import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "@/lib/contract/transaction";
import { currencyDecimals, toDecimal } from "@/lib/domain/money/money";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  downloadReport,
  openTestSandbox,
  openWebhookReceiver,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";

type Row = Record<string, string>;
type File = { date: IsoDate; text: string; rows: Row[] };

const DAILY_TYPES = ["daily", "fee", "dailyTransactionFee"] as const;
const FIRST_DAY = "2031-04-01";
const LAST_DAY = "2031-04-10";
const AMOUNTS = { "2031-04-03": [20, 33, 41], "2031-04-07": [12, 1200, 999, 3], "2031-04-08": [64, 150, 77] };
const INTERCHANGE_PER_MILLE = 11n;

/** In ten-thousandths of the currency's smallest unit, so that nothing is rounded. */
function units(text: string | undefined, decimals: number): bigint {
  const [whole = "", fraction = ""] = (text ?? "").split(".");
  return BigInt(whole + fraction.padEnd(decimals + 4, "0"));
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const lines = ({ text }: File) => text.split("\n").slice(1, -1);
const daysBetween = (first: IsoDate, last: IsoDate): IsoDate[] =>
  first > last ? [] : [first, ...daysBetween(addDays(first, 1), last)];

// Programs in currencies with two, no, and three decimals.
describe.each(["USD", "JPY", "KWD"])("the files of a program in %s", (currency) => {
  const decimals = currencyDecimals(currency);
  const money = (text: string | undefined) => units(text, decimals);

  let world: TestSandbox;
  let receiver: WebhookReceiver;
  let transactions: Map<string, Transaction>;
  const days: Record<(typeof DAILY_TYPES)[number], File[]> = { daily: [], fee: [], dailyTransactionFee: [] };

  const download = async (type: ReportType, date: IsoDate): Promise<File> => {
    const text = await downloadReport(world, receiver, type, date);
    return { date, text, rows: parse(text, { columns: true }) };
  };
  const effects = ({ rows }: File) => rows.map((row) => money(row.effect));
  const opening = ({ rows: [first] }: File) =>
    first ? money(first.balance_after) - money(first.effect) : null;
  const closing = ({ rows }: File) => {
    const last = rows.at(-1);
    return last ? money(last.balance_after) : null;
  };

  const purchase = async (card: string, amount: number, paidIn: string, kind = "purchase"): Promise<string> =>
    (await world.call("POST", "/sandbox/authorizations", { cardId: card, amount, currency: paidIn, kind }))
      .body.transaction.id;
  const advance = (id: string, step: string) => world.call("POST", `/sandbox/transactions/${id}/${step}`);

  /** Purchases at home and abroad, cleared and refunded in the first second and the last minute of days. */
  beforeAll(async () => {
    receiver = await openWebhookReceiver();
    world = await openTestSandbox({
      currency,
      webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 },
    });
    await world.setClock("2031-03-31T12:00:00Z");
    const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 10 ** 7 }));
    await advance(await purchase(card.id, 40, "EUR"), "clear");
    await world.setClock("2031-04-01T00:00:00Z");
    const pending = [await purchase(card.id, 7, currency), await purchase(card.id, 5, currency)];
    await advance(pending[0] ?? "", "reverse");
    for (const [day, amounts] of Object.entries(AMOUNTS)) {
      await world.setClock(`${day}T23:59:00Z`);
      const ids: string[] = [];
      for (const [index, amount] of amounts.entries()) {
        ids.push(
          await purchase(card.id, amount, index % 2 ? currency : "EUR", index % 3 ? "purchase" : "atm"),
        );
      }
      for (const id of ids.slice(1)) await advance(id, "clear");
      await world.setClock(`${addDays(day, 1)}T00:00:00Z`);
      await advance(ids[0] ?? "", "clear");
      await advance(ids[0] ?? "", "refund");
      await advance(ids[2] ?? "", "refund");
    }
    await world.setClock("2031-05-02T00:00:00Z");
    const { body } = await world.api("GET", "/transactions/");
    transactions = new Map((body.results as Transaction[]).map((each) => [each.id, each]));
    expect(body.next).toBeNull();
    for (const type of DAILY_TYPES) {
      for (const day of daysBetween(FIRST_DAY, LAST_DAY)) days[type].push(await download(type, day));
    }
  });
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  const settled = () => days.daily.flatMap(({ rows }) => rows);

  test("have days with and without events, of purchases at home and abroad, and refunds", () => {
    expect(days.daily.map(({ rows }) => rows.length)).toEqual([0, 0, 2, 3, 0, 0, 3, 5, 3, 0]);
    expect(new Set(settled().map(({ event }) => event))).toEqual(new Set(["CLEARING", "REFUND"]));
    expect(settled().some((row) => row.currency !== currency && money(row.cardholder_fees) > 0n)).toBe(true);
  });

  test("a balance is the one before plus the effect, from the deposit on", async () => {
    const { initialBalance } = world.sandbox.state.program;
    let balance = money(String(initialBalance));
    for (const { rows } of [await download("daily", "2031-03-31"), ...days.daily]) {
      for (const row of rows) {
        balance += money(row.effect);
        expect(money(row.balance_after)).toBe(balance);
      }
    }
  });

  test("a day opens where the last day with events closed", () => {
    const withEvents = days.daily.filter(({ rows }) => rows.length > 0);
    for (const [index, day] of withEvents.entries()) {
      expect(closing(day)).toBe((opening(day) ?? 0n) + sum(effects(day)));
      const before = withEvents[index - 1];
      if (before) expect([day.date, opening(day)]).toEqual([day.date, closing(before)]);
    }
  });

  test("a month, up to the requested date, is its days, byte for byte", async () => {
    for (const [monthly, daily] of [
      ["monthly", "daily"],
      ["monthlyTransactionFees", "dailyTransactionFee"],
    ] as const) {
      expect(lines(await download(monthly, LAST_DAY))).toEqual(days[daily].flatMap(lines));
    }
  });

  test("a row is of the file's day in UTC, in chronological order", () => {
    for (const [type, column] of [
      ["daily", "occurred_at"],
      ["fee", "charged_at"],
      ["dailyTransactionFee", "charged_at"],
    ] as const) {
      for (const { date, rows } of days[type]) {
        const times = rows.map((row) => row[column] ?? "");
        expect(times).toEqual(times.toSorted());
        for (const time of times) expect(time).toMatch(new RegExp(`^${date}T\\d\\d:\\d\\d:\\d\\d\\+0000$`));
      }
    }
  });

  test("a settlement has the transactions that cleared or were refunded, as the API returns them", () => {
    const rows = settled();
    for (const row of rows) {
      const transaction = transactions.get(row.transaction_id ?? "");
      expect(row).toMatchObject({
        external_transaction_id: transaction?.external_transaction_id,
        card_id: transaction?.card_id,
        amount: transaction?.amount,
        currency: transaction?.currency,
        bill_amount: toDecimal(transaction?.bill_amount ?? Number.NaN, currency),
        bill_currency: transaction?.bill_currency,
      });
      expect(["CLEARED", "REFUNDED"]).toContain(transaction?.status);
    }
    const eventsOf = (id: string) =>
      rows.filter((row) => row.transaction_id === id).map(({ event }) => event);
    for (const { id, status, created } of transactions.values()) {
      if (created < FIRST_DAY) continue;
      const events = { CLEARED: ["CLEARING"], REFUNDED: ["CLEARING", "REFUND"] }[status] ?? [];
      expect([id, status, eventsOf(id)]).toEqual([id, status, events]);
    }
  });

  test("the effect is the billed amount without the cardholder's fees, out for a clearing and in for a refund", () => {
    for (const row of settled()) {
      const net = money(row.bill_amount) - money(row.cardholder_fees);
      expect(money(row.effect)).toBe(row.event === "CLEARING" ? -net : net);
    }
  });

  test("each event's cardholder fees are those of the fee report", () => {
    for (const [index, { date, rows }] of days.daily.entries()) {
      const key = (row: Row) => `${row.transaction_id} ${row.occurred_at ?? row.charged_at}`;
      const charged = new Map<string, bigint>();
      for (const row of rows) {
        const fees = row.event === "CLEARING" ? money(row.cardholder_fees) : -money(row.cardholder_fees);
        if (fees !== 0n) charged.set(key(row), (charged.get(key(row)) ?? 0n) + fees);
      }
      const reported = new Map<string, bigint>();
      for (const row of days.fee[index]?.rows ?? []) {
        reported.set(key(row), (reported.get(key(row)) ?? 0n) + money(row.fee_amount));
      }
      expect([date, charged]).toEqual([date, reported]);
    }
  });

  test("each event's transaction fees are in the transaction fee report, computed from the same amount", () => {
    const ITEMS = { CLEARING: ["CLEARING", "INTERCHANGE"], REFUND: ["INTERCHANGE_RETURN"] };
    for (const [index, { date, rows }] of days.daily.entries()) {
      const expected = rows.flatMap((row) =>
        ITEMS[row.event as keyof typeof ITEMS].map(
          (item) => `${row.occurred_at} ${row.transaction_id} ${item} ${row.bill_amount}`,
        ),
      );
      const reported = (days.dailyTransactionFee[index]?.rows ?? [])
        .filter(({ item }) => item !== "AUTHORIZATION")
        .map((row) => `${row.charged_at} ${row.transaction_id} ${row.item} ${row.base_amount}`);
      expect([date, reported.sort()]).toEqual([date, expected.sort()]);
    }
  });

  test("each authorization is in the transaction fee report, on the day of the transaction", () => {
    const expected = [...transactions.values()]
      .filter(({ created }) => created >= FIRST_DAY)
      .map(({ id, created }) => `${created} ${id}`);
    const reported = days.dailyTransactionFee
      .flatMap(({ rows }) => rows)
      .filter(({ item }) => item === "AUTHORIZATION")
      .map((row) => `${row.charged_at} ${row.transaction_id}`);
    expect(reported.sort()).toEqual(expected.sort());
  });

  test("interchange is rounded half away from zero to two digits more than the currency has", () => {
    const rows = days.dailyTransactionFee.flatMap((file) => file.rows);
    for (const row of rows.filter(({ item }) => item?.startsWith("INTERCHANGE"))) {
      expect(row.fee_amount).toMatch(new RegExp(`^-?\\d+\\.\\d{${decimals + 2}}$`));
      // In hundredths of the smallest unit, the last digit of a fee.
      const share = (money(row.base_amount) / 100n) * INTERCHANGE_PER_MILLE;
      const rounded = (share + 500n) / 1000n;
      const fee = money(row.fee_amount) / 100n;
      expect([row.base_amount, fee]).toEqual([
        row.base_amount,
        row.item === "INTERCHANGE" ? rounded : -rounded,
      ]);
    }
  });
});

test("balances are exact beyond the digits of a floating-point number", async () => {
  const receiver = await openWebhookReceiver();
  const webhook = { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 };
  const world = await openTestSandbox({ currency: "KWD", webhook });
  await world.setClock("2031-04-01T12:00:00Z");
  const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 10 ** 15 }));
  for (let purchase = 0; purchase < 20; purchase += 1) {
    const request = { cardId: card.id, amount: 999_999_999_999.999 };
    const { transaction } = (await world.call("POST", "/sandbox/authorizations", request)).body;
    await world.call("POST", `/sandbox/transactions/${transaction.id}/clear`);
  }
  await world.setClock("2031-04-03T00:00:00Z");
  const rows: Row[] = parse(await downloadReport(world, receiver, "daily", "2031-04-01"), { columns: true });
  expect(rows.map((row) => row.effect)).toEqual(Array(20).fill("-999999999999.999"));
  expect(rows[0]?.balance_after).toBe("-999999899999.999");
  expect(rows.at(-1)?.balance_after).toBe("-19999999899999.980");
  await world.close();
  await receiver.close();
});

test("a demo program's transactions were cleared and refunded as their status says, in that order", async () => {
  const world = await openTestSandbox();
  await world.call("POST", "/sandbox/reset", { scenario: "demo", cards: 60, transactions: 900 });
  const transactions = [...world.sandbox.state.transactions];
  expect(transactions.some(({ status }) => status === "REFUNDED")).toBe(true);
  for (const { status, created, clearedAt, refundedAt } of transactions) {
    expect(clearedAt !== null).toBe(status === "CLEARED" || status === "REFUNDED");
    expect(refundedAt !== null).toBe(status === "REFUNDED");
    expect(Number(clearedAt ?? Infinity)).toBeGreaterThanOrEqual(created.getTime());
    if (clearedAt) expect(Number(refundedAt ?? Infinity)).toBeGreaterThanOrEqual(clearedAt.getTime());
  }
  await world.close();
});
