import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Card } from "@/lib/contract/card";
import { listen, openTestSandbox, type TestSandbox } from "@/sandbox/testing";
import { createIssuer, type Issuer } from "./create-issuer";
import type { IssuerResult } from "./failure";
import { CREATE_REQUEST, failureOf } from "./testing";

const TIMEOUT_MS = 2500;
const TOO_SLOW_MS = TIMEOUT_MS + 500;
const ALWAYS = 99;

type Calls = "read" | "freeze" | "create";
/** What a call comes to, and how many requests that took. */
type Outcome = [kind: string, requests: number];
type Row = { name: string; fault: object; times?: number } & Record<Calls, Outcome> & {
    /** Whether a create that met the fault has made a card all the same. */
    isCreated: boolean;
  };

const ROWS: Row[] = [
  {
    name: "500",
    fault: { type: "status", status: 500 },
    read: ["unavailable", 1],
    freeze: ["unavailable", 1],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "503 once",
    fault: { type: "status", status: 503 },
    read: ["ok", 2],
    freeze: ["unavailable", 1],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "503 for long",
    fault: { type: "status", status: 503 },
    times: ALWAYS,
    read: ["unavailable", 3],
    freeze: ["unavailable", 1],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "429 for a second",
    fault: { type: "status", status: 429, retryAfterSeconds: 1 },
    read: ["ok", 2],
    freeze: ["rate-limited", 1],
    create: ["rate-limited", 1],
    isCreated: false,
  },
  {
    name: "429 for a minute",
    fault: { type: "status", status: 429, retryAfterSeconds: 60 },
    read: ["rate-limited", 1],
    freeze: ["rate-limited", 1],
    create: ["rate-limited", 1],
    isCreated: false,
  },
  {
    name: "a delay",
    fault: { type: "delay", ms: 100 },
    read: ["ok", 1],
    freeze: ["ok", 1],
    create: ["ok", 1],
    isCreated: true,
  },
  {
    name: "a delay beyond the deadline",
    fault: { type: "delay", ms: TOO_SLOW_MS },
    read: ["unavailable", 1],
    freeze: ["unavailable", 1],
    create: ["unknown-outcome", 1],
    isCreated: true,
  },
  {
    name: "one drop",
    fault: { type: "drop" },
    read: ["ok", 2],
    freeze: ["ok", 2],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "many drops",
    fault: { type: "drop" },
    times: ALWAYS,
    read: ["unavailable", 3],
    freeze: ["unavailable", 2],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "a commit and a drop",
    fault: { type: "commit-then-drop" },
    read: ["ok", 2],
    freeze: ["ok", 2],
    create: ["unknown-outcome", 1],
    isCreated: true,
  },
  {
    name: "rubbish",
    fault: { type: "rubbish" },
    read: ["broken-contract", 1],
    freeze: ["broken-contract", 1],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "another answer in JSON",
    fault: { type: "rubbish", body: "[]", contentType: "application/json" },
    read: ["broken-contract", 1],
    freeze: ["ok", 1],
    create: ["unknown-outcome", 1],
    isCreated: false,
  },
  {
    name: "a slow body",
    fault: { type: "slow-body", ms: 100 },
    read: ["ok", 1],
    freeze: ["ok", 1],
    create: ["ok", 1],
    isCreated: true,
  },
  {
    name: "a body beyond the deadline",
    fault: { type: "slow-body", ms: TOO_SLOW_MS },
    read: ["unavailable", 1],
    freeze: ["unavailable", 1],
    create: ["unknown-outcome", 1],
    isCreated: true,
  },
  {
    name: "one body cut off",
    fault: { type: "truncate" },
    read: ["ok", 2],
    freeze: ["ok", 2],
    create: ["unknown-outcome", 1],
    isCreated: true,
  },
  {
    name: "every body cut off",
    fault: { type: "truncate" },
    times: ALWAYS,
    read: ["unavailable", 3],
    freeze: ["unavailable", 2],
    create: ["unknown-outcome", 1],
    isCreated: true,
  },
];

const RETRY: Record<string, string> = {
  "unknown-outcome": "unsafe",
  unavailable: "safe",
  "rate-limited": "safe",
  "broken-contract": "safe",
};

let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let issuer: Issuer;
let requests = 0;
let card: Card;

beforeAll(async () => {
  world = await openTestSandbox();
  server = await listen(world);
});

afterAll(async () => {
  await server.close();
  await world.close();
});

beforeEach(async () => {
  await control("DELETE");
  await world.empty();
  issuer = newIssuer();
  const created = await issuer.createCard(CREATE_REQUEST);
  if (!created.ok) throw new Error(created.failure.message);
  card = created.data;
  requests = 0;
});

function newIssuer(): Issuer {
  return createIssuer({
    url: server.origin,
    key: world.sandbox.config.apiKey,
    timeoutMs: TIMEOUT_MS,
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
}

async function control(method: "POST" | "DELETE" | "GET", body?: object) {
  const headers = { "x-payments-api-key": world.sandbox.config.apiKey };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  return (await fetch(`${server.origin}/sandbox/faults`, init)).json();
}

async function timesLeft(): Promise<number> {
  const { faults } = (await control("GET")) as { faults: { times: number }[] };
  return faults.reduce((sum, { times }) => sum + times, 0);
}

async function cardCount(): Promise<number> {
  return (await world.api("GET", "/cards/")).body.count;
}

async function statusOf(cardId: string): Promise<string> {
  return (await world.api("GET", `/cards/${cardId}/`)).body.status;
}

const CALL: Record<Calls, () => Promise<IssuerResult<unknown>>> = {
  read: () => issuer.listCards(),
  freeze: () => issuer.freezeCard(card.id, true),
  create: () => issuer.createCard({ ...CREATE_REQUEST, meta: { ...CREATE_REQUEST.meta, id: "customer-2" } }),
};

describe.each(ROWS)("$name", (row) => {
  test.each(["read", "freeze", "create"] as const)("%s", async (name) => {
    const [expected, expectedRequests] = row[name];
    const times = row.times ?? 1;
    await control("POST", { fault: row.fault, times });
    const startedAt = performance.now();
    const result = await CALL[name]();
    const tookMs = performance.now() - startedAt;

    expect(result.ok ? "ok" : result.failure.kind).toBe(expected);
    expect(requests).toBe(expectedRequests);
    expect(times - (await timesLeft())).toBe(Math.min(times, expectedRequests));
    expect(tookMs).toBeLessThan(TIMEOUT_MS + 400);
    expect(result.ok ? result.answer : result.failure).toMatchObject({
      attempts: expectedRequests,
      durationMs: expect.closeTo(tookMs, -2),
    });
    if (!result.ok) expect(result.failure.retry).toBe(RETRY[expected]);
    if (name === "create") await expect.poll(cardCount, { timeout: 2000 }).toBe(row.isCreated ? 2 : 1);
    if (name === "freeze" && expected === "ok" && row.fault && !row.name.includes("JSON")) {
      expect(await statusOf(card.id)).toBe("FROZEN");
    }
  });
});

describe("what must not be sent twice", () => {
  test("a create that was carried out and lost is one card, found by what was sent", async () => {
    await control("POST", { method: "POST", fault: { type: "commit-then-drop" } });
    const failure = failureOf(await CALL.create());
    expect(failure).toMatchObject({ kind: "unknown-outcome", status: null, retry: "unsafe", attempts: 1 });
    const list = await issuer.listCards();
    if (!list.ok) throw new Error(list.failure.message);
    expect(
      list.data.results.filter(({ externalCustomerId }) => externalCustomerId === "customer-2"),
    ).toHaveLength(1);
  });

  test("a reissue that was carried out and lost has changed the card once", async () => {
    await control("POST", { path: "/replace/", fault: { type: "commit-then-drop" }, times: ALWAYS });
    const result = await issuer.reissueCard(card.id, { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" });
    expect(failureOf(result)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe", attempts: 1 });
    expect(ALWAYS - (await timesLeft())).toBe(1);
  });

  test("a report is asked for once, and may be asked for again", async () => {
    await control("POST", { path: "/files/", fault: { type: "commit-then-drop" }, times: ALWAYS });
    const result = await issuer.requestFile("daily", "2026-01-01");
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", retry: "safe", attempts: 1 });
    expect(ALWAYS - (await timesLeft())).toBe(1);
  });
});

test("429 holds the whole process: 50 calls at once, and none arrives before its time", async () => {
  await control("POST", { fault: { type: "status", status: 429, retryAfterSeconds: 1 } });
  const arrivals: number[] = [];
  const held = createIssuer({
    url: server.origin,
    key: world.sandbox.config.apiKey,
    timeoutMs: TIMEOUT_MS,
    fetch: (url, init) => {
      arrivals.push(performance.now());
      return fetch(url, init);
    },
  });
  await held.freezeCard(card.id, true);
  const heardAt = performance.now();
  const results = await Promise.all(Array.from({ length: 50 }, () => held.listCardDesigns()));
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(arrivals).toHaveLength(51);
  // The answer was heard a moment before its call returned.
  expect(Math.min(...arrivals.slice(1)) - heardAt).toBeGreaterThan(950);
});

test("a dark issuer gets no more than it is asked, and is used again soon after it is back", async () => {
  await control("POST", { fault: { type: "drop" }, times: 5 });
  const results = await Promise.all(Array.from({ length: 100 }, () => issuer.listCards()));
  const sentWhileDark = requests;
  expect(sentWhileDark).toBeLessThanOrEqual(110);
  expect(results.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(90);
});
