import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import {
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";
import { describeRows } from "./rows";

const RETRY_MS = 20;

let world: TestSandbox;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({
    webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: RETRY_MS },
  });
});
afterEach(async () => {
  await world.reset();
  receiver.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const statusOf = async (fileType: ReportType, date: string) =>
  (await world.api("GET", `/files/${fileType}/?date=${date}`)).status;

describeRows("Our interpretation: Reports", {
  "Daily types": async () => {
    await world.setClock("2031-03-02T00:00:00Z");
    for (const type of ["daily", "dailyTransactionFee", "fee"] as const) {
      expect([await statusOf(type, "2031-02-28"), await statusOf(type, "2031-03-01")]).toEqual([200, 400]);
    }
  },
  "Monthly types": async () => {
    for (const type of ["monthly", "monthlyTransactionFees", "monthlyNonTransactionFees"] as const) {
      await world.setClock("2032-03-01T23:59:50Z");
      expect(await statusOf(type, "2032-02-29")).toBe(400);
      expect(await statusOf(type, "2032-02-01")).toBe(400);
      await world.setClock("2032-03-02T00:00:00Z");
      expect(await statusOf(type, "2032-02-29")).toBe(200);
      expect(await statusOf(type, "2032-02-01")).toBe(200);
    }
  },
  Refused: async () => {
    const deliveries = async () => (await world.call("GET", "/sandbox/webhooks")).body.deliveries.length;
    const before = await deliveries();
    for (const path of [
      "/files/yearly/?date=2024-01-01",
      "/files/daily/",
      "/files/daily/?date=",
      "/files/fee/?date=2024-02-30",
    ]) {
      expect((await world.api("GET", path)).status, path).toBe(400);
    }
    expect(await statusOf("daily", "2099-01-01")).toBe(400);
    expect(await deliveries()).toBe(before);
  },
  "Webhook body": async () => {
    const { body } = await world.api("GET", "/files/monthly/?date=2024-01-31");
    await expect.poll(() => receiver.received).toHaveLength(1);
    const event = JSON.parse(receiver.received[0]?.body ?? "");
    expect(event).toStrictEqual({
      eventType: "files",
      eventName: expect.any(String),
      data: { reference_id: body.reference_id, link: expect.any(String), expireAt: expect.any(Number) },
    });
    expect(Number.isInteger(event.data.expireAt)).toBe(true);
    expect(receiver.received[0]?.headers["content-type"]).toContain("application/json");
  },
  Signature: async () => {
    await requestReport(world, receiver, "daily", "2024-01-31");
    const { body, headers } = receiver.received[0] ?? { body: "", headers: {} };
    expect(new Webhook(DEMO_WEBHOOK_SECRET).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(DEMO_WEBHOOK_SECRET).verify(`${body} `, headers)).toThrow();
    const otherSecret = `whsec_${Buffer.from("another secret altogether").toString("base64")}`;
    expect(() => new Webhook(otherSecret).verify(body, headers)).toThrow();
  },
  Retries: async () => {
    receiver.nextStatuses.push(500, 302, 404, 503);
    await requestReport(world, receiver, "daily", "2024-01-31");
    await expect.poll(() => receiver.received).toHaveLength(5);
    const [first, ...others] = receiver.received;
    for (const other of others) {
      expect(other.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
      expect(other.body).toBe(first?.body);
    }
    const delays = others.map(({ at }, index) => at - (receiver.received[index]?.at ?? 0));
    for (const [index, delayMs] of delays.entries()) {
      // A timer may fire within the millisecond before.
      expect(delayMs).toBeGreaterThanOrEqual(RETRY_MS * 2 ** index - 1);
    }
    // It is recorded after the receiver has answered.
    await expect
      .poll(async () => (await world.call("GET", "/sandbox/webhooks")).body.deliveries[0])
      .toMatchObject({
        deliveredAt: expect.any(String),
        nextAttemptAt: null,
        attempts: [500, 302, 404, 503, 204].map((status) => ({ status, error: null })),
      });
  },
  Link: async () => {
    await world.setClock("2031-06-01T12:00:00Z");
    receiver.nextStatuses.push(500);
    const { link, expireAt } = (await requestReport(world, receiver, "daily", "2031-05-01")).data;
    await expect.poll(() => receiver.received).toHaveLength(2);
    expect((await world.request(pathOf(link))).status).toBe(200);
    await world.setClock(new Date(expireAt * 1000).toISOString());
    const retried = JSON.parse(receiver.received[1]?.body ?? "");
    expect((await world.request(pathOf(retried.data.link))).status).toBe(410);
  },
});
