import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { CardDesign } from "@/lib/contract/card-design";
import { REPORT_TYPES, type ReportType } from "@/lib/domain/reports/report-calendar";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";
import { NOT_DATES } from "./fields";
import { describeRows } from "./rows";

const MONTHLY: ReportType[] = ["monthly", "monthlyTransactionFees", "monthlyNonTransactionFees"];
const DAILY: ReportType[] = ["daily", "fee", "dailyTransactionFee"];

let world: TestSandbox;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({
    webhook: { url: receiver.url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", retryMs: 20 },
  });
});
afterEach(() => world.reset());
afterAll(async () => {
  await world.close();
  await receiver.close();
});

describeRows("4.7 List card designs", {
  "GET /card-design/": async () => {
    const { status, body } = await world.api("GET", "/card-design/");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["cardDesigns"]);
    expect(body.cardDesigns.map(({ id }: CardDesign) => id)).toContain("dsg_midnight");
  },
});

describeRows("4.8 Get card design", {
  cardDesignID: async () => {
    const { body } = await world.api("GET", "/card-design/");
    for (const design of body.cardDesigns) {
      const one = await world.api("GET", `/card-design/${design.id}/`);
      expect(one.status).toBe(200);
      expect(one.body).toStrictEqual(design);
    }
    for (const id of ["dsg_none", "%00", "%20", "%F0%9F%98%80", "%ff", "..%2Fcards", "DSG_MIDNIGHT"]) {
      const none = await world.api("GET", `/card-design/${id}/`);
      expect(none.status, id).toBe(400);
      expect(none.body.message).toMatch(/^cardDesignID: /);
    }
  },
});

/** One cleared ATM withdrawal abroad, which appears in every report for its day. */
async function spendAbroad(instant: string): Promise<{ cardId: string; transactionId: string }> {
  await world.setClock(instant);
  const card = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 1000 }));
  const purchase = { cardId: card.body.id, amount: 100, currency: "EUR", kind: "atm", merchant: "Caixa" };
  const { body } = await world.call("POST", "/sandbox/authorizations", purchase);
  await world.call("POST", `/sandbox/transactions/${body.transaction.id}/clear`);
  return { cardId: card.body.id, transactionId: body.transaction.id };
}

async function linesOf(fileType: ReportType, date: string): Promise<string[]> {
  const event = await requestReport(world, receiver, fileType, date);
  const { status, headers, body } = await world.call<string>("GET", pathOf(event.data.link));
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/csv");
  return body.trimEnd().split("\n");
}

async function expectContent(
  fileType: ReportType,
  lines: (spent: { cardId: string; transactionId: string }) => RegExp[],
) {
  const spent = await spendAbroad("2031-04-10T12:00:00Z");
  await world.setClock("2031-05-02T00:00:00Z");
  const [header, ...rows] = await linesOf(fileType, "2031-04-10");
  expect(header).toMatch(/^[a-z_]+(,[a-z_]+)+$/);
  const expected = lines(spent);
  expect(rows).toHaveLength(expected.length);
  for (const [index, line] of expected.entries()) expect(rows[index]).toMatch(line);
}

const settled = ({ transactionId }: { transactionId: string }) => [new RegExp(`CLEARING,${transactionId}`)];
const charged = ({ transactionId }: { transactionId: string }) => [
  new RegExp(`AUTHORIZATION,${transactionId}`),
  new RegExp(`CLEARING,${transactionId}`),
  new RegExp(`INTERCHANGE,${transactionId}`),
];

describeRows("4.9 File types", {
  monthly: () => expectContent("monthly", settled),
  daily: () => expectContent("daily", settled),
  fee: () =>
    expectContent("fee", ({ transactionId }) => [
      new RegExp(`ATM,${transactionId}`),
      new RegExp(`FX,${transactionId}`),
    ]),
  monthlyTransactionFees: () => expectContent("monthlyTransactionFees", charged),
  monthlyNonTransactionFees: () =>
    expectContent("monthlyNonTransactionFees", ({ cardId }) => [new RegExp(`CARD_ISSUANCE,${cardId}`)]),
  dailyTransactionFee: () => expectContent("dailyTransactionFee", charged),
});

const statusOf = async (fileType: string, date: string) =>
  (await world.api("GET", `/files/${fileType}/?date=${date}`)).status;

describeRows("4.9 Date", {
  "1 daily types: exact date, two days after it": async () => {
    await world.setClock("2031-05-11T23:59:50Z");
    for (const type of DAILY) expect(await statusOf(type, "2031-05-10"), type).toBe(400);
    await world.setClock("2031-05-12T00:00:00Z");
    for (const type of DAILY) expect(await statusOf(type, "2031-05-10"), type).toBe(200);
    for (const type of DAILY) expect(await statusOf(type, "2031-05-11"), type).toBe(400);
  },
  "2 monthly types: any date of the month, from the 2nd of the following": async () => {
    const dates = ["2031-04-01", "2031-04-15", "2031-04-30"];
    await world.setClock("2031-05-01T23:59:50Z");
    for (const type of MONTHLY) for (const date of dates) expect(await statusOf(type, date)).toBe(400);
    await world.setClock("2031-05-02T00:00:00Z");
    for (const type of MONTHLY) for (const date of dates) expect(await statusOf(type, date)).toBe(200);
    for (const type of MONTHLY) expect(await statusOf(type, "2031-05-01")).toBe(400);
  },
  "3 data up to 23:59 UTC on the selected date": async () => {
    const earlier = await spendAbroad("2031-04-09T23:59:50Z");
    const first = await spendAbroad("2031-04-10T00:00:00Z");
    const last = await spendAbroad("2031-04-10T23:59:50Z");
    await spendAbroad("2031-04-11T00:00:00Z");
    await world.setClock("2031-05-02T00:00:00Z");
    const day = await linesOf("daily", "2031-04-10");
    expect(day.map((line) => line.split(",")[2])).toEqual([
      "transaction_id",
      first.transactionId,
      last.transactionId,
    ]);
    const month = await linesOf("monthly", "2031-04-10");
    expect(month.slice(1).map((line) => line.split(",")[2])).toEqual(
      [earlier, first, last].map(({ transactionId }) => transactionId),
    );
  },
  "4 less than two days in the past: 400": async () => {
    await world.setClock("2031-05-12T12:00:00Z");
    for (const type of REPORT_TYPES) {
      for (const date of ["2031-05-11", "2031-05-12", "2031-05-13", "2099-01-01", "9999-12-31"]) {
        const { status, body } = await world.api("GET", `/files/${type}/?date=${date}`);
        expect(status, `${type} ${date}`).toBe(400);
        expect(body.message).toMatch(/^date: /);
      }
      for (const date of NOT_DATES) expect(await statusOf(type, encodeURIComponent(date))).toBe(400);
      expect((await world.api("GET", `/files/${type}/`)).body.message).toBe("date: is required");
    }
    for (const type of ["weekly", "Daily", "toString", "%00"]) {
      const { status, body } = await world.api("GET", `/files/${type}/?date=2031-01-01`);
      expect(status).toBe(400);
      expect(body.message).toMatch(/^fileType: /);
    }
  },
});
