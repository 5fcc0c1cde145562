import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { openSandbox } from "@/sandbox/open-sandbox";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
} from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.close());

const reset = (body: object) => world.call("POST", "/sandbox/reset", body);
const health = async () => (await world.call("GET", "/sandbox/health")).body;

function contents() {
  const { cards, transactions } = world.sandbox.state;
  return { cards: [...cards], transactions: [...transactions] };
}

describe("POST /sandbox/reset", () => {
  test("creates the same world from the same seed, and a different one from another seed", async () => {
    const request = { scenario: "demo", cards: 60, transactions: 300, seed: 7 };
    expect((await reset(request)).body).toMatchObject({
      scenario: "demo",
      seed: 7,
      counts: { cards: 60, transactions: 300 },
    });
    const first = contents();
    await reset({ scenario: "empty" });
    await reset(request);
    expect(contents()).toEqual(first);
    await reset({ ...request, seed: 8 });
    const other = contents();
    expect(other.cards.map(({ id }) => id)).not.toEqual(first.cards.map(({ id }) => id));
    expect([other.cards.length, other.transactions.length]).toEqual([60, 300]);
  });

  test("creates the demo world by default, with hundreds of cards and thousands of transactions", async () => {
    const { body } = await reset({});
    expect(body).toMatchObject({ scenario: "demo", seed: 1 });
    expect(body.counts.cards).toBeGreaterThanOrEqual(200);
    expect(body.counts.cards).toBeLessThan(1000);
    expect(body.counts.transactions).toBeGreaterThanOrEqual(2000);
    expect(body.counts.designs).toBeGreaterThanOrEqual(6);
    expect((await world.api("GET", "/cards/")).body.count).toBe(body.counts.cards);
    expect((await world.api("GET", "/transactions/")).body.count).toBe(body.counts.transactions);
    expect((await health()).counts).toEqual(body.counts);
  });

  test("removes everything except designs, including clock, faults, files and deliveries", async () => {
    await world.setClock("2031-01-01T00:00:00Z");
    await world.api("GET", "/files/daily/?date=2030-12-01");
    await world.call("POST", "/sandbox/faults", { fault: { type: "drop" } });
    const { body } = await reset({ scenario: "empty", cards: 50, transactions: 50 });
    expect(body.counts).toMatchObject({ cards: 0, transactions: 0 });
    expect(body.counts.designs).toBeGreaterThanOrEqual(6);
    expect(body.clock.offsetSeconds).toBe(0);
    expect((await world.api("GET", "/cards/")).body).toMatchObject({ count: 0, results: [] });
    expect((await world.call("GET", "/sandbox/faults")).body).toEqual({ faults: [] });
    expect((await world.call("GET", "/sandbox/webhooks")).body.deliveries).toEqual([]);
  });

  test("creates a world of the requested size", async () => {
    for (const [cards, transactions] of [
      [0, 0],
      [1, 0],
      [0, 5],
      [3, 1000],
      [700, 10],
    ]) {
      const { status, body } = await reset({ scenario: "scale", cards, transactions });
      expect(status).toBe(200);
      expect(body.counts).toMatchObject({ cards, transactions: cards === 0 ? 0 : transactions });
    }
  });

  test("rejects an invalid request and keeps the current world", async () => {
    await reset({ scenario: "scale", cards: 5, transactions: 5 });
    const invalid: [object, string][] = [
      [{ scenario: "none" }, "scenario"],
      [{ cards: -1 }, "cards"],
      [{ cards: 1.5 }, "cards"],
      [{ transactions: "many" }, "transactions"],
      [{ seed: -1 }, "seed"],
      [{ seed: 2 ** 31 }, "seed"],
      [{ scenario: "empty", now: "2026-02-01T25:00:00Z" }, "now"],
      [{ scenario: "empty", now: "9999-12-31" }, "now"],
      [{ scenario: "empty", now: "1999-12-31" }, "now"],
    ];
    for (const [body, field] of invalid) {
      const response = await reset(body);
      expect(response.status).toBe(400);
      expect(response.body.message).toMatch(new RegExp(`^${field}: `));
    }
    expect((await health()).counts).toMatchObject({ cards: 5, transactions: 5 });
  });

  test("creates cards that can be retrieved, charged and frozen", async () => {
    await reset({ scenario: "demo", cards: 40, transactions: 100 });
    const { body } = await world.api("GET", "/cards/");
    const active = body.results.find(({ status }: { status: string }) => status === "ACTIVE");
    expect((await world.api("GET", `/cards/${active.id}/`)).body.availableCredit).toBeTypeOf("number");
    const purchase = { cardId: active.id, amount: 0.01 };
    expect((await world.call("POST", "/sandbox/authorizations", purchase)).status).toBe(201);
    expect((await world.api("PUT", `/cards/${active.id}/freeze/`, { freeze: true })).status).toBe(200);
    expect((await world.api("GET", "/transactions/")).body.count).toBe(101);
  });
});

describe("/sandbox/clock", () => {
  const now = async () => Date.parse((await world.call("GET", "/sandbox/clock")).body.now);

  test("starts at the system time, and continues from the time it is set to", async () => {
    await world.reset();
    const before = Date.now();
    const sandboxTime = await now();
    expect(sandboxTime).toBeGreaterThan(before - 1_000);
    expect(sandboxTime).toBeLessThanOrEqual(Date.now());
    const { body } = await world.call("POST", "/sandbox/clock", { now: "2031-07-01T08:00:00Z" });
    expect(body.now).toMatch(/^2031-07-01T08:00:\d\d/);
    const { body: moved } = await world.call("POST", "/sandbox/clock", { advanceSeconds: 86_400 });
    expect(moved.now).toMatch(/^2031-07-02T08:00:\d\d/);
    const { body: movedBack } = await world.call("POST", "/sandbox/clock", { advanceSeconds: -172_800 });
    expect(movedBack.now).toMatch(/^2031-06-30T08:00:\d\d/);
    await expect.poll(now).toBeGreaterThan(Date.parse("2031-06-30T08:00:00Z"));
    const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest());
    expect(card.created).toMatch(/^2031-06-30T08:00:/);
  });

  test("rejects times outside 2000 to 2099", async () => {
    await world.setClock("2031-01-01T00:00:00Z");
    const invalid = [
      { now: "1999-12-31T23:59:59Z" },
      { now: "2100-01-01T00:00:00Z" },
      { now: "soon" },
      { now: "7" },
      { now: "2031-01-01T00:00:00" },
      { now: "2031-02-30T25:00:00Z" },
      { now: 7 },
      { advanceSeconds: -1_100_000_000 },
      { advanceSeconds: 2_500_000_000 },
      { advanceSeconds: 1e300 },
      { advanceSeconds: "60" },
      {},
    ];
    for (const body of invalid) {
      const response = await world.call("POST", "/sandbox/clock", body);
      expect([JSON.stringify(body), response.status]).toEqual([JSON.stringify(body), 400]);
    }
    expect(new Date(await now()).toISOString()).toMatch(/^2031-01-01T00:00/);
    for (const edge of ["2000-01-01T00:00:00Z", "2099-12-31T23:59:00Z"]) {
      await world.setClock(edge);
      expect((await world.api("POST", "/cards/", sampleConsumerRequest())).status).toBe(201);
      expect((await world.api("GET", "/files/daily/?date=2001-01-01")).status).toBe(
        edge < "2001" ? 400 : 200,
      );
    }
  });

  test("survives a restart of the sandbox", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cardwell-worlds-"));
    const { config } = world.sandbox;
    const first = await openSandbox({ config, folder, scenario: "empty" });
    const { defaultName } = first.worlds.keys;
    (await first.worlds.open(defaultName)).setClock(Date.parse("2031-09-09T09:09:09Z") - Date.now());
    await first.close();
    const second = await openSandbox({ config, folder, scenario: "empty" });
    expect((await second.worlds.open(defaultName)).clock.now().toISOString()).toMatch(/^2031-09-09T09:09/);
    await second.close();
    await rm(folder, { recursive: true });
  });

  test("determines which reports can be requested and when a link expires", async () => {
    await world.reset();
    const receiver = await openWebhookReceiver();
    world.sandbox.config.webhook.url = receiver.url;
    try {
      await world.setClock("2031-03-02T00:00:00Z");
      expect((await world.api("GET", "/files/daily/?date=2031-03-01")).status).toBe(400);
      await world.call("POST", "/sandbox/clock", { advanceSeconds: 86_400 });
      const { link } = (await requestReport(world, receiver, "daily", "2031-03-01")).data;
      expect((await world.request(pathOf(link))).status).toBe(200);
      await world.call("POST", "/sandbox/clock", { advanceSeconds: 300 });
      expect((await world.request(pathOf(link))).status).toBe(410);
    } finally {
      await world.reset();
      await receiver.close();
    }
  });
});

test("GET /sandbox/health returns status, engine, counts and clock", async () => {
  await world.reset();
  const { status, body } = await world.call("GET", "/sandbox/health");
  expect(status).toBe(200);
  expect(body).toEqual({
    status: "ready",
    engine: "memory",
    world: "cardwell",
    scenario: "empty",
    seed: 1,
    counts: { cards: 0, transactions: 0, designs: expect.any(Number) },
    clock: { now: expect.stringMatching(/Z$/), offsetSeconds: 0 },
    replacedAt: expect.stringMatching(/Z$/),
  });
});

test("GET /sandbox/health without a key says only that the sandbox is ready, and nothing to a wrong key", async () => {
  expect(await (await world.request("/sandbox/health")).json()).toEqual({ status: "ready" });
  const wrong = await world.request("/sandbox/health", { headers: { [API_KEY_HEADER]: "wrong" } });
  expect(wrong.status).toBe(401);
});
