import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { sampleConsumerRequest, sampleShipping } from "@/testing/arbitraries";
import {
  downloadReport,
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";

const COLUMNS: Record<ReportType, string> = {
  monthly:
    "occurred_at,event,transaction_id,external_transaction_id,card_id,merchant,amount,currency,bill_amount,bill_currency,cardholder_fees,effect,balance_after",
  daily:
    "occurred_at,event,transaction_id,external_transaction_id,card_id,merchant,amount,currency,bill_amount,bill_currency,cardholder_fees,effect,balance_after",
  fee: "charged_at,fee_type,transaction_id,card_id,transaction_currency,bill_amount,fee_amount,fee_currency",
  monthlyTransactionFees: "charged_at,item,transaction_id,card_id,base_amount,fee_amount,fee_currency",
  dailyTransactionFee: "charged_at,item,transaction_id,card_id,base_amount,fee_amount,fee_currency",
  monthlyNonTransactionFees: "charged_at,item,card_id,card_type,fee_amount,fee_currency",
};
const INITIAL_BALANCE = 100_000;

let world: TestSandbox;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({ webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 } });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

type Row = Record<string, string>;

const download = (fileType: ReportType, date: string) => downloadReport(world, receiver, fileType, date);

const rowsOf = async (fileType: ReportType, date: string): Promise<Row[]> =>
  parse(await download(fileType, date), { columns: true });

const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
const sumOf = (rows: Row[], column: string) => rows.reduce((sum, row) => sum + cents(row[column]), 0) / 100;

const issue = async (overrides = {}): Promise<string> =>
  (await world.api("POST", "/cards/", { ...sampleConsumerRequest({ spendLimit: 5000 }), ...overrides })).body
    .id;
const buy = async (purchase: object) =>
  (await world.call("POST", "/sandbox/authorizations", purchase)).body.transaction;
const changeStatus = (id: string, verb: string) => world.call("POST", `/sandbox/transactions/${id}/${verb}`);

/** Creates a month of events; the comments give the hand-computed amounts. */
async function simulateApril() {
  const ids: Record<string, string> = {};
  await world.setClock("2031-03-15T12:00:00Z");
  ids.short = await issue({ expiryDate: "2031-04-20" });
  await world.setClock("2031-03-31T23:59:50Z");
  ids.virtual = await issue();
  ids.march = (await buy({ cardId: ids.virtual, amount: 50 })).id; // pays 50.00
  await changeStatus(ids.march ?? "", "clear");
  await world.setClock("2031-04-01T00:00:00Z");
  ids.physical = await issue({ cardType: "physical" });
  await world.setClock("2031-04-05T09:00:00Z");
  ids.euro = (
    await buy({ cardId: ids.virtual, amount: 92, currency: "EUR", merchant: 'Café "Zürich", Bern' })
  ).id; // bills 100 + 2 FX
  await world.setClock("2031-04-06T10:00:00Z");
  await changeStatus(ids.euro ?? "", "clear");
  await world.setClock("2031-04-10T10:00:00Z");
  ids.cash = (await buy({ cardId: ids.physical, amount: 40, kind: "atm" })).id; // bills 40 + 2.50 ATM
  await changeStatus(ids.cash ?? "", "clear");
  ids.declined = (await buy({ cardId: ids.virtual, amount: 900_000 })).id;
  ids.reversed = (await buy({ cardId: ids.virtual, amount: 10 })).id;
  await changeStatus(ids.reversed ?? "", "reverse");
  ids.pending = (await buy({ cardId: ids.virtual, amount: 20 })).id;
  await world.setClock("2031-04-12T10:00:00Z");
  await world.api("PUT", `/cards/${ids.physical}/replace/`, { shippingInformation: sampleShipping() });
  await world.api("PUT", `/cards/${ids.virtual}/replace/`, {});
  await world.setClock("2031-04-15T23:59:50Z");
  ids.euroCash = (await buy({ cardId: ids.virtual, amount: 92, currency: "EUR", kind: "atm" })).id; // bills 100 + 2 + 2.50
  await changeStatus(ids.euroCash ?? "", "clear");
  await world.setClock("2031-04-20T10:00:00Z");
  await changeStatus(ids.euroCash ?? "", "refund");
  await world.setClock("2031-05-01T00:00:00Z");
  ids.may = await issue();
  await world.setClock("2031-06-02T00:00:00Z");
  return ids;
}

describe("a month of events", () => {
  let ids: Record<string, string>;
  beforeAll(async () => {
    ids = await simulateApril();
  });
  afterAll(() => world.reset());

  test("settles each event against the master account", async () => {
    const rows = await rowsOf("monthly", "2031-04-30");
    expect(
      rows.map((row) => [row.event, row.transaction_id, row.bill_amount, row.cardholder_fees, row.effect]),
    ).toEqual([
      ["CLEARING", ids.euro, "102.00", "2.00", "-100.00"],
      ["CLEARING", ids.cash, "42.50", "2.50", "-40.00"],
      ["CLEARING", ids.euroCash, "104.50", "4.50", "-100.00"],
      ["REFUND", ids.euroCash, "104.50", "4.50", "100.00"],
    ]);
    expect(rows.map((row) => row.balance_after)).toEqual(["99850.00", "99810.00", "99710.00", "99810.00"]);
    expect(rows[0]).toMatchObject({
      occurred_at: expect.stringMatching(/^2031-04-06T10:00:\d\d\+0000$/),
      card_id: ids.virtual,
      merchant: 'Café "Zürich", Bern',
      amount: "92.00",
      currency: "EUR",
      bill_currency: "USD",
    });
    const march = await rowsOf("monthly", "2031-03-31");
    expect(march.map((row) => [row.transaction_id, row.balance_after])).toEqual([[ids.march, "99950.00"]]);
  });

  test("ends at the requested date", async () => {
    const transactions = async (type: ReportType, date: string) =>
      (await rowsOf(type, date)).map((row) => row.transaction_id);
    expect(await transactions("monthly", "2031-04-10")).toEqual([ids.euro, ids.cash]);
    expect(await transactions("monthly", "2031-04-15")).toEqual([ids.euro, ids.cash, ids.euroCash]);
    expect(await transactions("monthly", "2031-04-01")).toEqual([]);
    expect(await transactions("daily", "2031-04-15")).toEqual([ids.euroCash]);
    expect(await transactions("daily", "2031-04-20")).toEqual([ids.euroCash]);
    expect(await transactions("daily", "2031-04-16")).toEqual([]);
    const [day] = await rowsOf("daily", "2031-04-10");
    expect(day?.balance_after).toBe("99810.00");
  });

  test("never settles declined, reversed or pending transactions", async () => {
    const text = (await download("monthly", "2031-04-15")) + (await download("daily", "2031-04-10"));
    for (const id of [ids.declined, ids.reversed, ids.pending]) expect(text).not.toContain(id);
  });

  test("lists cardholder fees on the day they were charged, and returns them with a refund", async () => {
    const fees = async (date: string) =>
      (await rowsOf("fee", date)).map((row) => [
        row.fee_type,
        row.transaction_id,
        row.fee_amount,
        row.fee_currency,
      ]);
    expect(await fees("2031-04-05")).toEqual([]);
    expect(await fees("2031-04-06")).toEqual([["FX", ids.euro, "2.00", "USD"]]);
    expect(await fees("2031-04-10")).toEqual([["ATM", ids.cash, "2.50", "USD"]]);
    expect(await fees("2031-04-15")).toEqual([
      ["ATM", ids.euroCash, "2.50", "USD"],
      ["FX", ids.euroCash, "2.00", "USD"],
    ]);
    expect(await fees("2031-04-20")).toEqual([
      ["ATM", ids.euroCash, "-2.50", "USD"],
      ["FX", ids.euroCash, "-2.00", "USD"],
    ]);
  });

  test("lists fees per transaction: authorizations, clearings, interchange and its return", async () => {
    const rows = await rowsOf("monthlyTransactionFees", "2031-04-20");
    const rowsWithItem = (item: string) => rows.filter((row) => row.item === item);
    const authorized = [ids.euro, ids.cash, ids.declined, ids.reversed, ids.pending, ids.euroCash];
    expect(
      rowsWithItem("AUTHORIZATION")
        .map((row) => row.transaction_id)
        .sort(),
    ).toEqual(authorized.sort());
    for (const row of rowsWithItem("AUTHORIZATION")) expect(row.fee_amount).toBe("-0.0200");
    expect(rowsWithItem("CLEARING").map((row) => row.fee_amount)).toEqual(["-0.1000", "-0.1000", "-0.1000"]);
    expect(rowsWithItem("INTERCHANGE").map((row) => [row.base_amount, row.fee_amount])).toEqual([
      ["102.00", "1.1220"],
      ["42.50", "0.4675"],
      ["104.50", "1.1495"],
    ]);
    expect(rowsWithItem("INTERCHANGE_RETURN").map((row) => row.fee_amount)).toEqual(["-1.1495"]);
    expect(rows).toHaveLength(13);
    const daily = await rowsOf("dailyTransactionFee", "2031-04-10");
    expect(daily).toEqual(rows.filter((row) => row.charged_at?.startsWith("2031-04-10")));
    expect(daily).toHaveLength(6);
  });

  test("lists fees per card: maintenance, issuance and shipped reissues", async () => {
    const items = async (date: string) =>
      (await rowsOf("monthlyNonTransactionFees", date))
        .map((row) =>
          [row.charged_at?.slice(0, 10), row.item, row.card_id, row.card_type, row.fee_amount].join(" "),
        )
        .sort();
    expect(await items("2031-04-12")).toEqual(
      [
        `2031-04-01 CARD_MAINTENANCE ${ids.short} virtual -0.25`,
        `2031-04-01 CARD_MAINTENANCE ${ids.virtual} virtual -0.25`,
        `2031-04-01 CARD_ISSUANCE ${ids.physical} physical -3.50`,
        `2031-04-12 CARD_REISSUE ${ids.physical} physical -3.50`,
      ].sort(),
    );
    expect(await items("2031-05-01")).toEqual(
      [
        `2031-05-01 CARD_MAINTENANCE ${ids.virtual} virtual -0.25`,
        `2031-05-01 CARD_MAINTENANCE ${ids.physical} physical -0.25`,
        `2031-05-01 CARD_ISSUANCE ${ids.may} virtual -0.50`,
      ].sort(),
    );
  });
});

test("a day's reports add up to the day's purchases, clearings and refunds", async () => {
  const purchase = fc.record({
    cents: fc.integer({ min: 1, max: 50_000 }),
    kind: fc.constantFrom("purchase", "atm"),
    currency: fc.constantFrom("USD", "EUR", "JPY", "KWD"),
    transitions: fc.constantFrom([], ["clear"], ["reverse"], ["clear", "refund"]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 8 }), async (purchases) => {
      await world.reset();
      await world.setClock("2031-04-10T12:00:00Z");
      const cardId = await issue({ spendLimit: 10_000_000 });
      let [effect, fees, billed] = [0, 0, 0];
      for (const { cents: amountInCents, kind, currency, transitions } of purchases) {
        const amount = currency === "JPY" ? amountInCents : amountInCents / 100;
        const transaction = await buy({ cardId, amount, kind, currency });
        for (const verb of transitions) await changeStatus(transaction.id, verb);
        if (transitions.length !== 1 || transitions[0] !== "clear") continue;
        const rate = { USD: 1, EUR: 0.92, JPY: 151.4, KWD: 0.307 }[currency] ?? 1;
        const converted = currency === "USD" ? amount : Math.round((amount / rate) * 100) / 100;
        effect -= Math.round(converted * 100);
        billed += Math.round(transaction.bill_amount * 100);
        fees += Math.round(transaction.bill_amount * 100) - Math.round(converted * 100);
      }
      await world.setClock("2031-04-12T00:00:00Z");
      const settled = await rowsOf("daily", "2031-04-10");
      expect(sumOf(settled, "effect")).toBe(effect / 100);
      expect(cents(settled.at(-1)?.balance_after ?? String(INITIAL_BALANCE))).toBe(
        INITIAL_BALANCE * 100 + effect,
      );
      expect(sumOf(await rowsOf("fee", "2031-04-10"), "fee_amount")).toBe(fees / 100);
      const cleared = settled.filter(({ event }) => event === "CLEARING");
      const refunded = settled.filter(({ event }) => event === "REFUND");
      expect(sumOf(cleared, "bill_amount") - sumOf(refunded, "bill_amount")).toBeCloseTo(billed / 100, 6);
    }),
    { numRuns: 6 },
  );
});

describe("a file", () => {
  beforeAll(() => world.reset());

  test("contains only the header if the period has no events, for every type", async () => {
    for (const type of REPORT_TYPES) expect(await download(type, "2024-02-01")).toBe(`${COLUMNS[type]}\n`);
  });

  test("is CSV with a file name, and needs no key", async () => {
    const { link } = (await requestReport(world, receiver, "fee", "2024-02-29")).data;
    const answer = await world.request(pathOf(link));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="fee-2024-02-29.csv"');
  });

  test("is available only through its own link: 403 if forged or from another world, 410 if expired", async () => {
    const [first, second] = [
      new URL((await requestReport(world, receiver, "fee", "2024-02-29")).data.link),
      new URL((await requestReport(world, receiver, "daily", "2024-02-29")).data.link),
    ];
    const statusOf = async (path: string) => (await world.request(path)).status;
    expect(await statusOf(first.pathname + second.search)).toBe(403);
    expect(await statusOf(first.pathname)).toBe(403);
    const later = new URL(first);
    later.searchParams.set("expires", String(Number(first.searchParams.get("expires")) + 60));
    expect(await statusOf(later.pathname + later.search)).toBe(403);
    for (const path of [
      "/downloads/x.csv",
      "/downloads/%00.csv?expires=1&signature=x",
      "/downloads/..%2f.csv",
    ]) {
      const { status, body } = await world.call("GET", path);
      expect([path, status, body.code]).toEqual([path, 403, 403]);
    }
    await world.call("POST", "/sandbox/clock", { advanceSeconds: 300 });
    const old = await world.request(first.pathname + first.search);
    expect([old.status, await old.json()]).toEqual([
      410,
      { code: 410, message: expect.any(String), status: "failed" },
    ]);
    await world.reset();
    expect(await statusOf(first.pathname + first.search)).toBe(403);
  });
});
