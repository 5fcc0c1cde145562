import { afterAll, beforeAll, expect } from "vitest";
import { sampleConsumerRequest, sampleShipping, withValueAt } from "@/testing/arbitraries";
import {
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";
import { expectRejected } from "./fields";
import { describeRows } from "./rows";

let world: TestSandbox;
let receiver: WebhookReceiver;
let physicalId: string;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({
    webhook: { url: receiver.url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", retryMs: 20 },
  });
  const request = sampleConsumerRequest({ cardType: "physical" });
  physicalId = (await world.api("POST", "/cards/", request)).body.id;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const create = (path: string, value: unknown) =>
  world.api("POST", "/cards/", withValueAt(sampleConsumerRequest(), path, value));

const reissue = (path: string, value: unknown) =>
  world.api(
    "PUT",
    `/cards/${physicalId}/replace/`,
    withValueAt({ shippingInformation: sampleShipping() }, path, value),
  );

/** Checks the last value inside the limit and the first one outside. */
async function expectLimit(send: typeof create, path: string, inside: unknown, outside: unknown) {
  expect((await send(path, inside)).status, path).toBeLessThan(300);
  expectRejected(await send(path, outside), path, outside);
}

const expectLength = (send: typeof create, path: string, max: number) =>
  expectLimit(send, path, "x".repeat(max), "x".repeat(max + 1));

function expiryOf(cardId: string): string | undefined {
  return world.sandbox.state.cards.get(cardId)?.expiryDate;
}

const ADDRESS = "shippingInformation.shippingAddress";

// [now, earliest expiry, one day too early, expiry in three years], on days that are hard for calendars.
const CALENDAR = [
  ["2031-01-15T12:00:00Z", "2031-02-15", "2031-02-14", "2034-01-15"],
  ["2031-01-31T12:00:00Z", "2031-02-28", "2031-02-27", "2034-01-31"],
  ["2032-01-31T12:00:00Z", "2032-02-29", "2032-02-28", "2035-01-31"],
  ["2032-02-29T12:00:00Z", "2032-03-29", "2032-03-28", "2035-02-28"],
  ["2031-12-31T23:59:50Z", "2032-01-31", "2032-01-30", "2034-12-31"],
  ["2032-01-01T00:00:00Z", "2032-02-01", "2032-01-31", "2035-01-01"],
] as const;

describeRows("8 Limits", {
  preferredCardName: () => expectLength(create, "preferredCardName", 27),
  "kyc firstName, lastName": async () => {
    await expectLength(create, "kyc.firstName", 20);
    await expectLength(create, "kyc.lastName", 20);
  },
  "idDocumentNumber, residential line1, line2, city": async () => {
    for (const field of ["idDocumentNumber", "line1", "line2", "city"]) {
      await expectLength(create, `kyc.residentialAddress.${field}`, 255);
    }
  },
  spendLimit: () => expectLimit(create, "spendLimit", 0, -0.01),
  "expiryDate (create, reissue)": async () => {
    const custom = { renewOption: "SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY" };
    const reissueUntil = (path: string, value: unknown) =>
      world.api("PUT", `/cards/${physicalId}/replace/`, {
        ...custom,
        [path]: value,
        shippingInformation: sampleShipping(),
      });
    for (const [now, earliest, tooEarly] of CALENDAR) {
      await world.setClock(now);
      await expectLimit(create, "expiryDate", earliest, tooEarly);
      await expectLimit(reissueUntil, "expiryDate", earliest, tooEarly);
    }
    await world.setClock(new Date().toISOString());
  },
  "default card expiry": async () => {
    for (const [now, , , inThreeYears] of CALENDAR) {
      await world.setClock(now);
      for (const expiryDate of [undefined, null]) {
        const { body } = await create("expiryDate", expiryDate);
        expect(expiryOf(body.id)).toBe(inThreeYears);
      }
      await reissue("renewOption", "CALCULATE_NEW_EXPIRY_DATE");
      expect(expiryOf(physicalId)).toBe(inThreeYears);
    }
    await world.setClock(new Date().toISOString());
  },
  page: async () => {
    for (const list of ["/cards/", "/transactions/"]) {
      expect((await world.api("GET", `${list}?page=1`)).status).toBe(200);
      expect((await world.api("GET", `${list}?page=0`)).status).toBe(400);
      const [first, none] = [await world.api("GET", `${list}?page=1`), await world.api("GET", list)];
      expect(none.body).toStrictEqual(first.body);
    }
  },
  "shipping line1": () => expectLength(reissue, `${ADDRESS}.line1`, 50),
  "shipping city": () => expectLength(reissue, `${ADDRESS}.city`, 20),
  "shipping postalCode": () => expectLength(reissue, `${ADDRESS}.postalCode`, 10),
  "file download link lifetime": async () => {
    await world.setClock("2031-06-01T12:00:00Z");
    const { link, expireAt } = (await requestReport(world, receiver, "daily", "2031-05-01")).data;
    const issuedAt = expireAt - 300;
    const now = (await world.call("GET", "/sandbox/clock")).body.now;
    expect(issuedAt).toBeGreaterThanOrEqual(Date.parse("2031-06-01T12:00:00Z") / 1000);
    expect(issuedAt).toBeLessThanOrEqual(Date.parse(now) / 1000);
    await world.setClock(new Date((expireAt - 10) * 1000).toISOString());
    expect((await world.request(pathOf(link))).status).toBe(200);
    await world.setClock(new Date(expireAt * 1000).toISOString());
    expect((await world.request(pathOf(link))).status).toBe(410);
  },
  "daily report availability": async () => {
    await world.setClock("2031-06-03T00:00:00Z");
    expect((await world.api("GET", "/files/daily/?date=2031-06-01")).status).toBe(200);
    expect((await world.api("GET", "/files/daily/?date=2031-06-02")).status).toBe(400);
  },
});
