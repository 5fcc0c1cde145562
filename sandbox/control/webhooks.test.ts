import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import {
  openTestSandbox,
  openWebhookReceiver,
  type ReceivedWebhook,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";

let world: TestSandbox;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({ webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 } });
});
afterEach(async () => {
  await world.reset();
  receiver.received.length = 0;
  receiver.nextStatuses.length = 0;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const verify = ({ body, headers }: ReceivedWebhook) => new Webhook(DEMO_WEBHOOK_SECRET).verify(body, headers);
const requestDailyReport = async () =>
  (await world.api("GET", "/files/daily/?date=2024-01-31")).body.reference_id as string;
const deliveries = async () => (await world.call("GET", "/sandbox/webhooks")).body.deliveries;
const send = (body: object) => world.call("POST", "/sandbox/webhooks/send", body);
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 });
const waitForDelivery = () =>
  waitFor(async () => {
    for (const { deliveredAt } of await deliveries()) expect(deliveredAt).not.toBeNull();
  });

describe("deliveries", () => {
  test("are signed, sent to the configured URL and recorded with their result", async () => {
    const referenceId = await requestDailyReport();
    await waitForDelivery();
    expect(receiver.received).toHaveLength(1);
    const { body } = await world.call("GET", "/sandbox/webhooks");
    expect(body.url).toBe(receiver.url);
    expect(body.deliveries).toHaveLength(1);
    expect(body.deliveries[0]).toMatchObject({
      referenceId,
      nextAttemptAt: null,
      attempts: [{ status: 204, error: null, durationMs: expect.any(Number), at: expect.any(String) }],
    });
    const [received] = receiver.received as [ReceivedWebhook];
    expect(received.headers["webhook-id"]).toBe(body.deliveries[0].id);
    expect(received.body).toBe(body.deliveries[0].body);
    expect(verify(received)).toMatchObject({ data: { reference_id: referenceId } });
  });

  test("are retried after an error with increasing delays and a new signature", async () => {
    receiver.nextStatuses.push(500, 401, 429, 301);
    await requestDailyReport();
    await waitFor(() => expect(receiver.received).toHaveLength(5));
    await waitForDelivery();
    const [first, ...others] = receiver.received as [ReceivedWebhook, ...ReceivedWebhook[]];
    for (const [index, other] of others.entries()) {
      expect(other.body).toBe(first.body);
      expect(other.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
      expect(() => verify(other)).not.toThrow();
      // A timer can fire up to a millisecond early.
      const delayMs = other.at - (receiver.received[index]?.at ?? 0);
      expect(delayMs).toBeGreaterThanOrEqual(20 * 2 ** index - 1);
    }
    const [{ attempts }] = await deliveries();
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([500, 401, 429, 301, 204]);
  });

  test("are retried until the receiver is back", async () => {
    const { url } = world.sandbox.config.webhook;
    const port = Number(new URL(url).port);
    await receiver.close();
    await requestDailyReport();
    await waitFor(async () => expect((await deliveries())[0].attempts.length).toBeGreaterThan(1));
    expect((await deliveries())[0].attempts[0]).toMatchObject({
      status: null,
      error: expect.stringMatching(/\w/),
    });
    receiver = await openWebhookReceiver(port);
    await waitForDelivery();
    expect(receiver.received).toHaveLength(1);
    expect((await deliveries())[0].attempts.at(-1).status).toBe(204);
  });

  test("are sent once for each of many reports", async () => {
    const requested = await Promise.all(Array.from({ length: 20 }, requestDailyReport));
    await waitFor(() => expect(receiver.received).toHaveLength(20));
    await waitForDelivery();
    const references = receiver.received.map(({ body }) => JSON.parse(body).data.reference_id);
    expect(references.sort()).toEqual(requested.sort());
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
  });

  test("are not created for a rejected report request", async () => {
    await world.api("GET", "/files/daily/?date=2999-01-31");
    expect(await deliveries()).toEqual([]);
  });
});

describe("POST /sandbox/webhooks/{id}/redeliver", () => {
  test("sends the same event again with the same ID", async () => {
    await requestDailyReport();
    await waitForDelivery();
    const [{ id }] = await deliveries();
    const { status, body } = await world.call("POST", `/sandbox/webhooks/${id}/redeliver`);
    expect(status).toBe(200);
    expect(body.delivery.attempts).toHaveLength(2);
    const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(() => verify(second)).not.toThrow();
  });

  test("leaves a delivered event delivered if it fails", async () => {
    await requestDailyReport();
    await waitForDelivery();
    receiver.nextStatuses.push(500);
    const [{ id }] = await deliveries();
    const { body } = await world.call("POST", `/sandbox/webhooks/${id}/redeliver`);
    expect(body.delivery).toMatchObject({ deliveredAt: expect.any(String), nextAttemptAt: null });
    expect(body.delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([204, 500]);
  });

  test("returns 404 for an unknown delivery", async () => {
    for (const id of ["msg_none", "%00", "x".repeat(5000)]) {
      expect((await world.call("POST", `/sandbox/webhooks/${id}/redeliver`)).status).toBe(404);
    }
  });
});

describe("POST /sandbox/webhooks/send", () => {
  const event = { eventType: "files", data: { reference_id: "x", link: "http://localhost/x.csv" } };
  const sent = async (kind: string): Promise<ReceivedWebhook[]> => {
    const { status, body } = await send({ kind, event });
    expect(status).toBe(200);
    expect(body.delivery.attempts).toHaveLength(kind === "doubled" ? 2 : 1);
    expect(body.delivery.nextAttemptAt).toBeNull();
    return receiver.received;
  };

  test("valid: sends a valid delivery", async () => {
    const [received] = (await sent("valid")) as [ReceivedWebhook];
    expect(verify(received)).toEqual(event);
  });

  test("doubled: sends twice with the same ID", async () => {
    const [first, second] = (await sent("doubled")) as [ReceivedWebhook, ReceivedWebhook];
    expect([verify(first), verify(second)]).toEqual([event, event]);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  });

  test("late: sends a valid signature that is too old", async () => {
    const [received] = (await sent("late")) as [ReceivedWebhook];
    expect(() => verify(received)).toThrow(/timestamp too old/i);
    const signedAt = new Date(Number(received.headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(DEMO_WEBHOOK_SECRET).sign(
      received.headers["webhook-id"] ?? "",
      signedAt,
      received.body,
    );
    expect(received.headers["webhook-signature"]).toBe(signature);
  });

  test("unsigned: sends none of the three headers", async () => {
    const [received] = (await sent("unsigned")) as [ReceivedWebhook];
    expect(Object.keys(received.headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
    expect(() => verify(received)).toThrow(/missing required headers/i);
  });

  test("wrong-signature: signs with another secret", async () => {
    const [received] = (await sent("wrong-signature")) as [ReceivedWebhook];
    expect(() => verify(received)).toThrow(/no matching signature/i);
  });

  test("altered: sends a different body than the signed one", async () => {
    const [received] = (await sent("altered")) as [ReceivedWebhook];
    expect(() => verify(received)).toThrow(/no matching signature/i);
  });

  test("accepts any event, and defaults to one for a file that was never requested", async () => {
    for (const customEvent of [7, "text", null, [1, 2], { deep: { er: ["\u0000", "\ud800"] } }, false]) {
      await send({ event: customEvent });
      const last = receiver.received.at(-1) as ReceivedWebhook;
      expect(JSON.parse(last.body)).toEqual(
        customEvent === null ? expect.objectContaining({ eventType: "files" }) : customEvent,
      );
      expect(() => verify(last)).not.toThrow();
    }
    await send({});
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ eventType: "files" });
    expect((await send({ kind: "carrier-pigeon" })).status).toBe(400);
  });

  test("is not retried after an error", async () => {
    receiver.nextStatuses.push(500);
    const { body } = await send({ kind: "valid", event });
    expect(body.delivery).toMatchObject({
      deliveredAt: null,
      nextAttemptAt: null,
      attempts: [{ status: 500 }],
    });
  });
});
