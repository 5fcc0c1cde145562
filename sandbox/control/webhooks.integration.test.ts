import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/sandbox-defaults";
import {
  openReceiver,
  openTestSandbox,
  type Received,
  type Receiver,
  type TestSandbox,
} from "@/testing/sandbox";

let world: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  world = await openTestSandbox({ webhook: { url: receiver.url, secret: DEMO_WEBHOOK_SECRET, retryMs: 20 } });
});
afterEach(async () => {
  await world.empty();
  receiver.received.length = 0;
  receiver.answers.length = 0;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const verify = ({ body, headers }: Received) => new Webhook(DEMO_WEBHOOK_SECRET).verify(body, headers);
const order = async () =>
  (await world.api("GET", "/files/daily/?date=2024-01-31")).body.reference_id as string;
const deliveries = async () => (await world.call("GET", "/sandbox/webhooks")).body.deliveries;
const send = (body: object) => world.call("POST", "/sandbox/webhooks/send", body);
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 5 });
const delivered = () =>
  waitFor(async () => {
    for (const { deliveredAt } of await deliveries()) expect(deliveredAt).not.toBeNull();
  });

describe("deliveries", () => {
  test("go to the configured address, signed, and say how it went", async () => {
    const referenceId = await order();
    await delivered();
    expect(receiver.received).toHaveLength(1);
    const { body } = await world.call("GET", "/sandbox/webhooks");
    expect(body.url).toBe(receiver.url);
    expect(body.deliveries).toHaveLength(1);
    expect(body.deliveries[0]).toMatchObject({
      referenceId,
      nextAttemptAt: null,
      attempts: [{ status: 204, error: null, durationMs: expect.any(Number), at: expect.any(String) }],
    });
    const [received] = receiver.received as [Received];
    expect(received.headers["webhook-id"]).toBe(body.deliveries[0].id);
    expect(received.body).toBe(body.deliveries[0].body);
    expect(verify(received)).toMatchObject({ data: { reference_id: referenceId } });
  });

  test("are tried again after a refusal and after no answer, later each time, with a fresh signature", async () => {
    receiver.answers.push(500, 401, 429, 301);
    await order();
    await waitFor(() => expect(receiver.received).toHaveLength(5));
    await delivered();
    const [first, ...others] = receiver.received as [Received, ...Received[]];
    for (const [index, other] of others.entries()) {
      expect(other.body).toBe(first.body);
      expect(other.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
      expect(() => verify(other)).not.toThrow();
      // A timer may fire within the millisecond before.
      const pause = other.at - (receiver.received[index]?.at ?? 0);
      expect(pause).toBeGreaterThanOrEqual(20 * 2 ** index - 1);
    }
    const [{ attempts }] = await deliveries();
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([500, 401, 429, 301, 204]);
  });

  test("wait for a receiver that is down", async () => {
    const { url } = world.sandbox.config.webhook;
    const port = Number(new URL(url).port);
    await receiver.close();
    await order();
    await waitFor(async () => expect((await deliveries())[0].attempts.length).toBeGreaterThan(1));
    expect((await deliveries())[0].attempts[0]).toMatchObject({
      status: null,
      error: expect.stringMatching(/\w/),
    });
    receiver = await openReceiver(port);
    await delivered();
    expect(receiver.received).toHaveLength(1);
    expect((await deliveries())[0].attempts.at(-1).status).toBe(204);
  });

  test("of many reports come once each", async () => {
    const ordered = await Promise.all(Array.from({ length: 20 }, order));
    await waitFor(() => expect(receiver.received).toHaveLength(20));
    await delivered();
    const references = receiver.received.map(({ body }) => JSON.parse(body).data.reference_id);
    expect(references.sort()).toEqual(ordered.sort());
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
  });

  test("are not sent when the request for the report was refused", async () => {
    await world.api("GET", "/files/daily/?date=2999-01-31");
    expect(await deliveries()).toEqual([]);
  });
});

describe("POST /sandbox/webhooks/{id}/redeliver", () => {
  test("sends the same event again, with the same id", async () => {
    await order();
    await delivered();
    const [{ id }] = await deliveries();
    const { status, body } = await world.call("POST", `/sandbox/webhooks/${id}/redeliver`);
    expect(status).toBe(200);
    expect(body.delivery.attempts).toHaveLength(2);
    const [first, second] = receiver.received as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(() => verify(second)).not.toThrow();
  });

  test("that fails does not make a delivered event pending again", async () => {
    await order();
    await delivered();
    receiver.answers.push(500);
    const [{ id }] = await deliveries();
    const { body } = await world.call("POST", `/sandbox/webhooks/${id}/redeliver`);
    expect(body.delivery).toMatchObject({ deliveredAt: expect.any(String), nextAttemptAt: null });
    expect(body.delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([204, 500]);
  });

  test("of nothing is 404", async () => {
    for (const id of ["msg_none", "%00", "x".repeat(5000)]) {
      expect((await world.call("POST", `/sandbox/webhooks/${id}/redeliver`)).status).toBe(404);
    }
  });
});

describe("POST /sandbox/webhooks/send", () => {
  const event = { eventType: "files", data: { reference_id: "x", link: "http://localhost/x.csv" } };
  const sent = async (kind: string): Promise<Received[]> => {
    const { status, body } = await send({ kind, event });
    expect(status).toBe(200);
    expect(body.delivery.attempts).toHaveLength(kind === "doubled" ? 2 : 1);
    expect(body.delivery.nextAttemptAt).toBeNull();
    return receiver.received;
  };

  test("valid: as it should be", async () => {
    const [received] = (await sent("valid")) as [Received];
    expect(verify(received)).toEqual(event);
  });

  test("doubled: twice, with one id", async () => {
    const [first, second] = (await sent("doubled")) as [Received, Received];
    expect([verify(first), verify(second)]).toEqual([event, event]);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  });

  test("late: rightly signed, but too long ago", async () => {
    const [received] = (await sent("late")) as [Received];
    expect(() => verify(received)).toThrow(/timestamp too old/i);
    const signedAt = new Date(Number(received.headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(DEMO_WEBHOOK_SECRET).sign(
      received.headers["webhook-id"] ?? "",
      signedAt,
      received.body,
    );
    expect(received.headers["webhook-signature"]).toBe(signature);
  });

  test("unsigned: without any of the three headers", async () => {
    const [received] = (await sent("unsigned")) as [Received];
    expect(Object.keys(received.headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
    expect(() => verify(received)).toThrow(/missing required headers/i);
  });

  test("wrong-signature: by another secret", async () => {
    const [received] = (await sent("wrong-signature")) as [Received];
    expect(() => verify(received)).toThrow(/no matching signature/i);
  });

  test("altered: another body than the one that was signed", async () => {
    const [received] = (await sent("altered")) as [Received];
    expect(() => verify(received)).toThrow(/no matching signature/i);
  });

  test("takes any event, or makes one up about a file that nobody asked for", async () => {
    for (const given of [7, "text", null, [1, 2], { deep: { er: ["\u0000", "\ud800"] } }, false]) {
      await send({ event: given });
      const last = receiver.received.at(-1) as Received;
      expect(JSON.parse(last.body)).toEqual(
        given === null ? expect.objectContaining({ eventType: "files" }) : given,
      );
      expect(() => verify(last)).not.toThrow();
    }
    await send({});
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ eventType: "files" });
    expect((await send({ kind: "carrier-pigeon" })).status).toBe(400);
  });

  test("is not tried again when it is refused", async () => {
    receiver.answers.push(500);
    const { body } = await send({ kind: "valid", event });
    expect(body.delivery).toMatchObject({
      deliveredAt: null,
      nextAttemptAt: null,
      attempts: [{ status: 500 }],
    });
  });
});
