import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Card } from "@/lib/contract/card";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { CREATE_REQUEST, failureOf } from "@/testing/issuer-test-bench";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { createIssuer, type Issuer } from "./create-issuer";
import type { IssuerResult } from "./failure";

const TIMEOUT_MS = 2000;
const TOO_LONG_MS = TIMEOUT_MS + 500;
const MANY = 99;

type CallName = "read" | "freeze" | "create";
type Outcome = [outcome: string, requests: number, effect?: "created"];
type Fault = { type: string; times?: number; [detail: string]: unknown };
type Row = { name: string; fault: Fault } & Record<CallName, Outcome>;

const STATUS = (status: number) => ({ type: "status", status });
const PAUSE = (retryAfterSeconds: number) => ({ ...STATUS(429), retryAfterSeconds });

function row(name: string, fault: Fault, read: Outcome, freeze: Outcome, create: Outcome): Row {
  return { name, fault, read, freeze, create };
}

/** The expected outcome of each call for each fault, and the number of requests it takes. */
const ROWS: Row[] = [
  row("500", STATUS(500), ["unavailable", 1], ["unavailable", 1], ["unknown-outcome", 1]),
  row("503 once", STATUS(503), ["ok", 2], ["unavailable", 1], ["unknown-outcome", 1]),
  row(
    "503 repeatedly",
    { ...STATUS(503), times: MANY },
    ["unavailable", 3],
    ["unavailable", 1],
    ["unknown-outcome", 1],
  ),
  row("429 for a second", PAUSE(1), ["ok", 2], ["rate-limited", 1], ["rate-limited", 1]),
  row("429 for a minute", PAUSE(60), ["rate-limited", 1], ["rate-limited", 1], ["rate-limited", 1]),
  row("a delay", { type: "delay", ms: 100 }, ["ok", 1], ["ok", 1], ["ok", 1, "created"]),
  row(
    "a long delay",
    { type: "delay", ms: TOO_LONG_MS },
    ["unavailable", 1],
    ["unavailable", 1],
    ["unknown-outcome", 1, "created"],
  ),
  row("one drop", { type: "drop" }, ["ok", 2], ["ok", 2], ["unknown-outcome", 1]),
  row(
    "many drops",
    { type: "drop", times: MANY },
    ["unavailable", 3],
    ["unavailable", 2],
    ["unknown-outcome", 1],
  ),
  row(
    "one commit and drop",
    { type: "commit-then-drop" },
    ["ok", 2],
    ["ok", 2],
    ["unknown-outcome", 1, "created"],
  ),
  row(
    "many commits and drops",
    { type: "commit-then-drop", times: MANY },
    ["unavailable", 3],
    ["unavailable", 2],
    ["unknown-outcome", 1, "created"],
  ),
  row(
    "a web page",
    { type: "rubbish" },
    ["broken-contract", 1],
    ["broken-contract", 1],
    ["unknown-outcome", 1],
  ),
  row(
    "other JSON",
    { type: "rubbish", body: "[7]" },
    ["broken-contract", 1],
    ["ok", 1],
    ["unknown-outcome", 1],
  ),
  row("a slow body", { type: "slow-body", ms: 100 }, ["ok", 1], ["ok", 1], ["ok", 1, "created"]),
  row(
    "a body too slow",
    { type: "slow-body", ms: TOO_LONG_MS },
    ["unavailable", 1],
    ["unavailable", 1],
    ["unknown-outcome", 1, "created"],
  ),
  row("a truncated body", { type: "truncate" }, ["ok", 2], ["ok", 2], ["unknown-outcome", 1, "created"]),
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
let card: Card;
let customerId: string;
let requestedAt: number[];

beforeAll(async () => {
  world = await openTestSandbox();
  server = await listen(world);
});

afterAll(async () => {
  await server.close();
  await world.close();
});

beforeEach(async () => {
  await faults("DELETE");
  card = (await world.api<Card>("POST", "/cards/", CREATE_REQUEST)).body;
  customerId = randomUUID();
  requestedAt = [];
  issuer = createTestIssuer(TIMEOUT_MS);
});

function createTestIssuer(timeoutMs: number): Issuer {
  return createIssuer({
    url: server.origin,
    key: world.sandbox.config.apiKey,
    timeoutMs,
    fetch: (url, init) => {
      requestedAt.push(performance.now());
      return fetch(url, init);
    },
  });
}

async function faults(
  method: "POST" | "DELETE" | "GET",
  body?: object,
): Promise<{ faults: { times: number }[] }> {
  const headers = { [API_KEY_HEADER]: world.sandbox.config.apiKey };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  const response = await fetch(`${server.origin}/sandbox/faults`, init);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function addFault(
  { times = 1, ...fault }: Fault,
  where: { method?: string; path?: string } = {},
): Promise<void> {
  await faults("POST", { ...where, times, fault });
}

/** The number of faults that have not been triggered yet, which shows how many requests reached the issuer. */
async function countActiveFaults(): Promise<number> {
  return (await faults("GET")).faults.reduce((sum, { times }) => sum + times, 0);
}

async function cardsOfCustomer(): Promise<number> {
  const { results } = (await world.api<{ results: Card[] }>("GET", "/cards/")).body;
  return results.filter(({ externalCustomerId }) => externalCustomerId === customerId).length;
}

async function statusOfCard(): Promise<string> {
  return (await world.api<Card>("GET", `/cards/${card.id}/`)).body.status;
}

const CALL: Record<CallName, () => Promise<IssuerResult<unknown>>> = {
  read: () => issuer.listCards(),
  freeze: () => issuer.freezeCard(card.id, true),
  create: () => issuer.createCard({ ...CREATE_REQUEST, meta: { ...CREATE_REQUEST.meta, id: customerId } }),
};

describe.each(ROWS)("$name", (row) => {
  test.each(["read", "freeze", "create"] as const)("%s", async (name) => {
    const [outcome, requests, effect] = row[name];
    const { times = 1 } = row.fault;
    await addFault(row.fault);
    const result = await CALL[name]();

    expect(result.ok ? "ok" : result.failure.kind).toBe(outcome);
    expect(requestedAt).toHaveLength(requests);
    expect(times - (await countActiveFaults())).toBe(Math.min(times, requests));
    expect(result.ok ? result.response : result.failure).toMatchObject({ attempts: requests });
    if (!result.ok) expect(result.failure.retry).toBe(RETRY[outcome]);
    if (name === "create") await expect.poll(cardsOfCustomer).toBe(effect ? 1 : 0);
    if (name === "freeze" && outcome === "ok" && row.fault.type !== "rubbish") {
      expect(await statusOfCard()).toBe("FROZEN");
    }
  });
});

describe("requests that must not be repeated", () => {
  test("a create whose response is lost creates one card, which is found by its customer ID", async () => {
    await addFault({ type: "commit-then-drop", times: MANY }, { method: "POST" });
    expect(failureOf(await CALL.create())).toMatchObject({
      kind: "unknown-outcome",
      status: null,
      retry: "unsafe",
      attempts: 1,
    });
    const list = await issuer.listCards();
    if (!list.ok) throw new Error(list.failure.message);
    const found = list.data.results.filter(({ externalCustomerId }) => externalCustomerId === customerId);
    expect(found).toHaveLength(1);
  });

  test("a reissue whose response is lost is sent once", async () => {
    await addFault({ type: "commit-then-drop", times: MANY }, { path: "/replace" });
    const result = await issuer.reissueCard(card.id, { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" });
    expect(failureOf(result)).toMatchObject({ kind: "unknown-outcome", retry: "unsafe", attempts: 1 });
    expect(MANY - (await countActiveFaults())).toBe(1);
  });

  test("a report is requested once, and may be requested again", async () => {
    await addFault({ type: "commit-then-drop", times: MANY }, { path: "/files" });
    const result = await issuer.requestFile("daily", "2026-01-01");
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", retry: "safe", attempts: 1 });
    expect(MANY - (await countActiveFaults())).toBe(1);
  });
});

test("a 429 holds back all calls of the process until the rate limit ends", async () => {
  issuer = createTestIssuer(20_000);
  await addFault(PAUSE(1));
  const startedAt = performance.now();
  await CALL.freeze();
  const results = await Promise.all(Array.from({ length: 20 }, () => issuer.listCardDesigns()));
  expect(results.filter(({ ok }) => ok)).toHaveLength(20);
  expect(requestedAt).toHaveLength(21);
  expect(Math.min(...requestedAt.slice(1)) - startedAt).toBeGreaterThanOrEqual(1000);
});

test("an unreachable issuer receives at most 10 percent more requests than calls, and is used again soon after it recovers", async () => {
  await addFault({ type: "drop", times: 10_000 });
  for (let call = 0; call < 50; call += 1) expect((await CALL.read()).ok).toBe(false);
  expect(requestedAt.length).toBeLessThanOrEqual(55);
  expect(issuer.state().breaker).toBe("open");
  await faults("DELETE");
  await expect.poll(async () => (await CALL.read()).ok, { interval: 500 }).toBe(true);
  expect(issuer.state().breaker).toBe("closed");
  expect((await CALL.create()).ok).toBe(true);
});
