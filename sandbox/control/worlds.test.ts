import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { openSandbox } from "@/sandbox/open-sandbox";
import { resetWorld } from "@/sandbox/operations/reset-world";
import { readState } from "@/sandbox/store/journal";
import { stateAsChanges } from "@/sandbox/store/state";
import { newDelivery } from "@/sandbox/webhooks/deliveries";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, openWebhookReceiver, pathOf, type TestSandbox } from "@/testing/sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const keyOf = (name: string) => `sk_sandbox_${name}`;
const call = (name: string, method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
  sandbox.call(method, path, body, { [API_KEY_HEADER]: keyOf(name) });
const issue = async (name: string): Promise<string> =>
  (await call(name, "POST", `${API_PREFIX}/cards/`, sampleConsumerRequest({ spendLimit: 100 }))).body.id;
const countCards = async (name: string): Promise<number> =>
  (await call(name, "GET", `${API_PREFIX}/cards/`)).body.count;

async function contentsOf(name: string): Promise<string> {
  const { state } = await sandbox.worlds.open(name);
  return JSON.stringify([...stateAsChanges({ ...state, program: { ...state.program, linkSecret: "" } })]);
}

describe("a world", () => {
  test("is made when its key is first used, and has a clock, faults and cards of its own", async () => {
    await issue("first");
    expect(await countCards("second")).toBe(0);
    await call("first", "POST", "/sandbox/clock", { now: "2031-01-01T00:00:00Z" });
    await call("first", "POST", "/sandbox/faults", { fault: { type: "status", status: 503 } });
    expect((await call("second", "GET", "/sandbox/clock")).body.offsetSeconds).toBe(0);
    expect((await call("second", "GET", `${API_PREFIX}/cards/`)).status).toBe(200);
    expect((await call("first", "GET", `${API_PREFIX}/cards/`)).status).toBe(503);
    expect((await call("first", "GET", "/sandbox/health")).body).toMatchObject({ world: "first" });
  });

  test("is made with a scenario, a seed and a time, and then is the same as any other made so", async () => {
    const request = { scenario: "demo", cards: 30, transactions: 200, seed: 4, now: "2026-02-03T04:05:06Z" };
    const { status, body } = await call("cardwell", "POST", "/sandbox/worlds", { name: "made", ...request });
    expect([status, body]).toMatchObject([
      201,
      { name: "made", key: "sk_sandbox_made", seed: 4, counts: { cards: 30, transactions: 200 } },
    ]);
    expect(body.clock.now).toMatch(/^2026-02-03T04:05/);
    await call("cardwell", "POST", "/sandbox/worlds", { name: "made-again", ...request });
    const [one, other] = await Promise.all(["made", "made-again"].map((name) => sandbox.worlds.open(name)));
    expect([...(other?.state.cards ?? [])]).toEqual([...(one?.state.cards ?? [])]);
    expect([...(other?.state.transactions ?? [])]).toEqual([...(one?.state.transactions ?? [])]);
    expect((await call("cardwell", "POST", "/sandbox/worlds", { name: "made" })).status).toBe(409);
  });

  test("of the demo scenario is the same for everyone within an hour", async () => {
    for (const name of ["demo-a", "demo-b"])
      await call("cardwell", "POST", "/sandbox/worlds", { name, scenario: "demo" });
    expect((await contentsOf("demo-a")) === (await contentsOf("demo-b"))).toBe(true);
  });

  test("has a webhook address of its own, and none to begin with", async () => {
    const receiver = await openWebhookReceiver();
    await call("hooked", "POST", "/sandbox/clock", { now: "2031-03-04T00:00:00Z" });
    await call("hooked", "GET", `${API_PREFIX}/files/daily/?date=2031-03-01`);
    expect((await call("hooked", "GET", "/sandbox/webhooks")).body).toMatchObject({
      url: null,
      deliveries: [{ attempts: [] }],
    });
    expect((await call("hooked", "POST", "/sandbox/webhooks/send", {})).status).toBe(409);
    expect((await call("hooked", "PUT", "/sandbox/webhook", { url: "ftp://x" })).status).toBe(400);
    expect((await call("hooked", "PUT", "/sandbox/webhook", { url: receiver.url })).status).toBe(200);
    await expect.poll(() => receiver.received.length).toBe(1);
    const { link } = JSON.parse(receiver.received[0]?.body ?? "").data;
    expect((await sandbox.request(pathOf(link))).status).toBe(200);
    expect((await sandbox.request(pathOf(link).replace("world=hooked", "world=second"))).status).toBe(403);
    expect((await sandbox.request(pathOf(link).replace("world=hooked", "world=nobody"))).status).toBe(403);
    expect(sandbox.worlds.has("nobody")).toBe(false);
    await receiver.close();
  });

  test("needs a name that can be part of a key and of a file's name", async () => {
    for (const name of ["", "-a", "A", "a b", "../a", "a/b", "ä", "x".repeat(65), 7])
      expect((await call("cardwell", "POST", "/sandbox/worlds", { name })).status).toBe(400);
    for (const name of ["", "Upper", "../etc", "a b"])
      expect((await call(name, "GET", "/sandbox/health")).status).toBe(401);
  });

  test("can be listed and deleted, except the default one", async () => {
    await issue("brief");
    const names = async () =>
      (await call("cardwell", "GET", "/sandbox/worlds")).body.worlds.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).toContain("brief");
    expect((await call("cardwell", "DELETE", "/sandbox/worlds/brief")).status).toBe(200);
    expect(await names()).not.toContain("brief");
    expect((await call("cardwell", "DELETE", "/sandbox/worlds/brief")).status).toBe(404);
    expect(await countCards("brief")).toBe(0);
    expect((await call("brief", "DELETE", "/sandbox/worlds/cardwell")).status).toBe(409);
  });

  test("begins as a copy of another one, and then goes its own way", async () => {
    const id = await issue("original");
    await call("original", "POST", "/sandbox/worlds", { name: "copy", from: "original" });
    expect(await countCards("copy")).toBe(1);
    await call("copy", "PUT", `${API_PREFIX}/cards/${id}/freeze/`, { freeze: true });
    await issue("copy");
    expect(await countCards("original")).toBe(1);
    expect((await call("original", "GET", `${API_PREFIX}/cards/${id}/`)).body.status).toBe("ACTIVE");
    const unknown = { name: "copy-2", from: "no-such-world" };
    expect((await call("original", "POST", "/sandbox/worlds", unknown)).status).toBe(400);
    expect(sandbox.worlds.has("copy-2")).toBe(false);
  });
});

describe("a snapshot", () => {
  test("brings back exactly what was there, as often as one likes", async () => {
    await issue("kept");
    await call("kept", "POST", "/sandbox/clock", { now: "2031-01-01T00:00:00Z" });
    const before = await contentsOf("kept");
    expect((await call("kept", "POST", "/sandbox/snapshots", { name: "start" })).status).toBe(201);
    for (let round = 0; round < 2; round++) {
      const id = await issue("kept");
      await call("kept", "POST", "/sandbox/authorizations", { cardId: id, amount: 5 });
      await call("kept", "POST", "/sandbox/clock", { now: "2032-01-01T00:00:00Z" });
      await call("kept", "POST", "/sandbox/faults", { fault: { type: "drop" } });
      expect((await call("kept", "POST", "/sandbox/snapshots/start/restore")).status).toBe(200);
      expect(await contentsOf("kept")).toBe(before);
      expect((await call("kept", "GET", "/sandbox/clock")).body.now).toMatch(/^2031-01-01/);
      expect((await call("kept", "GET", "/sandbox/faults")).body.faults).toEqual([]);
    }
  });

  test("belongs to its world", async () => {
    await call("kept", "POST", "/sandbox/snapshots", { name: "mine" });
    expect((await call("second", "GET", "/sandbox/snapshots")).body.snapshots).toEqual([]);
    expect((await call("second", "POST", "/sandbox/snapshots/mine/restore")).status).toBe(404);
    expect((await call("kept", "DELETE", "/sandbox/snapshots/mine")).status).toBe(200);
    expect((await call("kept", "DELETE", "/sandbox/snapshots/mine")).status).toBe(404);
  });

  test("is one of at most 20", async () => {
    const take = (number: number) => call("many", "POST", "/sandbox/snapshots", { name: `s${number}` });
    for (let number = 0; number < 20; number++) expect((await take(number)).status).toBe(201);
    expect((await take(20)).status).toBe(409);
    expect((await take(3)).status).toBe(201);
    expect((await call("many", "GET", "/sandbox/snapshots")).body.snapshots).toHaveLength(20);
  });
});

test("worlds, their snapshots and their webhook addresses survive a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cardwell-worlds-"));
  const { config } = sandbox.sandbox;
  const first = await openSandbox({ config, folder, scenario: "empty" });
  const world = await first.worlds.open("stored");
  world.setWebhook({ url: "http://127.0.0.1:9/own" });
  world.snapshots.take("start");
  world.setClock(1_000_000);
  const before = JSON.stringify([...stateAsChanges(world.state)]);
  await first.close();

  // As a process leaves it that is killed while it writes.
  await writeFile(join(folder, "stored.jsonl"), '{"cards":[{"id"', { flag: "a" });
  const second = await openSandbox({ config, folder, scenario: "empty" });
  expect(second.worlds.names).toEqual(["cardwell", "stored"]);
  const reopened = await second.worlds.open("stored");
  expect(JSON.stringify([...stateAsChanges(reopened.state)])).toBe(before);
  expect(reopened.webhook?.url).toBe("http://127.0.0.1:9/own");
  await reopened.replaceState((await reopened.snapshots.read("start")) ?? reopened.state);
  expect(reopened.clock.offsetMs).toBe(0);
  await second.worlds.delete("stored");
  await second.close();
  expect(await readdir(folder)).toEqual(["cardwell.jsonl"]);

  await writeFile(join(folder, "cardwell.jsonl"), "rubbish\n");
  await expect(openSandbox({ config, folder })).rejects.toThrow(/is damaged in line 1\. Delete it/);
  await rm(folder, { recursive: true });
});

describe("while a world is deleted", () => {
  let folder: string;
  let opened: Awaited<ReturnType<typeof openSandbox>>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardwell-worlds-"));
    opened = await openSandbox({ config: sandbox.sandbox.config, folder, scenario: "empty" });
  });
  afterEach(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });

  test("its key makes no new world from the old file", async () => {
    const { worlds } = opened;
    const old = await worlds.open("victim");
    const receiver = createServer();
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    old.setWebhook({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` });
    old.write({ deliveries: [newDelivery({ body: "{}", nextAttemptAt: new Date() })] });
    old.deliveries.wake();
    const [, response] = await once(receiver, "request");
    const deleting = worlds.delete("victim");
    await nextTurn();
    expect((await worlds.open("victim")) === old).toBe(true);
    response.end();
    await deleting;
    const fresh = await worlds.open("victim");
    expect([fresh === old, fresh.state.deliveries.size]).toEqual([false, 0]);
    fresh.setClock(1000);
    await opened.close();
    expect((await readState(join(folder, "victim.jsonl")))?.state.program.clockOffsetMs).toBe(1000);
    receiver.close();
  });

  test("neither a reset nor a snapshot brings it back", async () => {
    const { worlds } = opened;
    const world = await worlds.open("victim");
    const resetting = resetWorld(worlds, world, { scenario: "demo", seed: 1, cards: 50, transactions: 500 });
    await worlds.delete("victim");
    await expect(resetting).rejects.toThrow("The world victim was deleted");
    expect(() => world.snapshots.take("late")).toThrow("The world victim was deleted");
    expect(await readdir(folder)).toEqual(["cardwell.jsonl"]);
  });

  test("its file may be damaged", async () => {
    await opened.worlds.open("victim").then((world) => world.snapshots.take("start"));
    await opened.close();
    await writeFile(join(folder, "victim.jsonl"), "rubbish\n");
    opened = await openSandbox({ config: sandbox.sandbox.config, folder });
    await expect(opened.worlds.open("victim")).rejects.toThrow("is damaged");
    await opened.worlds.delete("victim");
    expect(await readdir(folder)).toEqual(["cardwell.jsonl"]);
  });
});

test("a webhook address that is set during a reset is kept", async () => {
  const world = await sandbox.worlds.open("readdressed");
  const replacing = world.replaceState(world.state);
  world.setWebhook({ url: "http://127.0.0.1:9/new" });
  await replacing;
  expect(world.webhook?.url).toBe("http://127.0.0.1:9/new");
});

test("with a key of one's own, other worlds need that key too", async () => {
  const own = await openTestSandbox({ apiKey: "a-secret" });
  const status = async (key: string) =>
    (await own.call("GET", "/sandbox/health", undefined, { [API_KEY_HEADER]: key })).status;
  expect(await status("a-secret")).toBe(200);
  expect(await status("a-secret/team")).toBe(200);
  expect(await status("sk_sandbox_team")).toBe(401);
  expect(await status("another/team")).toBe(401);
  await own.close();
});

type Step =
  | { is: "issue" }
  | { is: "freeze"; card: number }
  | { is: "buy"; card: number; amount: number }
  | { is: "clock"; seconds: number }
  | { is: "fault" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ is: fc.constant("issue" as const) }),
  fc.record({ is: fc.constant("freeze" as const), card: fc.nat(5) }),
  fc.record({ is: fc.constant("buy" as const), card: fc.nat(5), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ is: fc.constant("clock" as const), seconds: fc.integer({ min: -99_999, max: 99_999 }) }),
  fc.record({ is: fc.constant("fault" as const) }),
);

/** What one suite knows of its world from its own calls alone. */
type Known = {
  cards: { id: string; status: string; credit: number }[];
  bought: number;
  faults: number;
  clock: number;
};

test("a hundred suites at the same time never see each other", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 12 }), { minLength: 100, maxLength: 100 }),
      fc.integer({ min: 0, max: 0xffffff }),
      async (suites, run) => {
        await Promise.all(
          suites.map(async (steps, index) => {
            const name = `suite-${run.toString(16)}-${index}`;
            const known: Known = { cards: [], bought: 0, faults: 0, clock: 0 };
            for (const next of steps) await takeStep(name, next, known);
            await expectKnown(name, known);
            await sandbox.worlds.delete(name);
          }),
        );
      },
    ),
    { numRuns: 5 },
  );
});

async function takeStep(name: string, next: Step, known: Known): Promise<void> {
  const card = "card" in next ? known.cards[next.card % Math.max(1, known.cards.length)] : undefined;
  if (next.is === "issue")
    known.cards.push({ id: await issueCalmly(name, known), status: "ACTIVE", credit: 100 });
  if (next.is === "freeze" && card) {
    await calm(name, known);
    await call(name, "PUT", `${API_PREFIX}/cards/${card.id}/freeze/`, { freeze: true });
    card.status = "FROZEN";
  }
  if (next.is === "buy" && card) {
    const { body } = await call(name, "POST", "/sandbox/authorizations", {
      cardId: card.id,
      amount: next.amount,
    });
    expect(body.approved).toBe(card.status === "ACTIVE" && next.amount <= card.credit);
    known.bought += 1;
    if (body.approved) card.credit -= next.amount;
  }
  if (next.is === "clock") {
    await call(name, "POST", "/sandbox/clock", { advanceSeconds: next.seconds });
    known.clock += next.seconds;
  }
  if (next.is === "fault") {
    await call(name, "POST", "/sandbox/faults", { fault: { type: "status", status: 503 } });
    known.faults += 1;
  }
}

/** Uses up the faults of this suite, and no others. */
async function calm(name: string, known: Known): Promise<void> {
  for (; known.faults > 0; known.faults--)
    expect((await call(name, "GET", `${API_PREFIX}/card-design/`)).status).toBe(503);
}

async function issueCalmly(name: string, known: Known): Promise<string> {
  await calm(name, known);
  return issue(name);
}

async function expectKnown(name: string, known: Known): Promise<void> {
  await calm(name, known);
  const { body } = await call(name, "GET", `${API_PREFIX}/cards/`);
  expect(body.count).toBe(known.cards.length);
  for (const { id, status, credit } of known.cards)
    expect((await call(name, "GET", `${API_PREFIX}/cards/${id}/`)).body).toMatchObject({
      status,
      availableCredit: credit,
    });
  expect((await call(name, "GET", `${API_PREFIX}/transactions/`)).body.count).toBe(known.bought);
  expect((await call(name, "GET", "/sandbox/clock")).body.offsetSeconds).toBe(known.clock);
}
