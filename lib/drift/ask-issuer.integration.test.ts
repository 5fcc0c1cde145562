import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Finding } from "@/lib/contract/drift/finding";
import { type JsonAnswer, startIssuerProxy } from "@/scripts/prove/issuer-proxy";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { type AskOptions, askIssuer, type DriftReport } from "./ask-issuer";
import { renderJson, renderMarkdown, renderText } from "./render-report";

let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let proxy: Awaited<ReturnType<typeof startIssuerProxy>>;

beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 10 });
  server = await listen(world);
  proxy = await startIssuerProxy(Number(new URL(server.origin).port));
  await fill({ cards: 23, transactions: 45 });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await world.close();
});
beforeEach(() => {
  proxy.calls.length = 0;
  proxy.outage = null;
  proxy.refuse = () => null;
  proxy.rewrite = null;
  proxy.rewriteAnswer = null;
  proxy.rewritePath = (path) => path;
});

async function fill(counts: { cards: number; transactions: number; seed?: number }): Promise<void> {
  const { status, body } = await world.call("POST", "/sandbox/reset", { scenario: "scale", ...counts });
  if (status >= 300) throw new Error(JSON.stringify(body));
}

function ask(options: Partial<AskOptions> = {}): Promise<DriftReport> {
  return askIssuer({
    url: `http://localhost:${proxy.port}`,
    key: world.sandbox.config.apiKey,
    timeoutMs: 10_000,
    maxCalls: 60,
    pauseMs: 0,
    requestsReport: false,
    checksClock: true,
    sleep: async () => undefined,
    ...options,
  });
}

const withoutCalls = ({ findings, stopReason, hasFailed }: DriftReport) => ({
  findings,
  stopReason,
  hasFailed,
});
const CLEAN = { findings: [], stopReason: null, hasFailed: false };

describe("the sandbox", () => {
  it("follows the contract, and is only read", async () => {
    const report = await ask();
    expect(withoutCalls(report)).toEqual(CLEAN);
    expect(report.calls).toBe(proxy.calls.length);
    expect(report.calls).toBeGreaterThan(25);
    expect(new Set(proxy.calls.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(proxy.calls.filter(({ path }) => path.includes("/files/"))).toEqual([]);
  });

  it("follows the contract for reports too, which are requested only on demand", async () => {
    expect(withoutCalls(await ask({ requestsReport: true }))).toEqual(CLEAN);
    expect(proxy.calls.filter(({ path }) => path.includes("/files/"))).toHaveLength(2);
  });

  it("never differs, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          cards: fc.integer({ min: 0, max: 35 }),
          transactions: fc.integer({ min: 0, max: 60 }),
          seed: fc.integer({ min: 1, max: 1_000_000 }),
        }),
        async (counts) => {
          await fill(counts.cards === 0 ? { ...counts, transactions: 0 } : counts);
          expect(withoutCalls(await ask())).toEqual(CLEAN);
        },
      ),
      { numRuns: 8 },
    );
    await world.call("POST", "/sandbox/reset", { scenario: "demo" });
    expect(withoutCalls(await ask())).toEqual(CLEAN);
    await fill({ cards: 23, transactions: 45 });
  });
});

type Json = Record<string, unknown>;
type Change = () => void;

const isList = (json: unknown): json is Json & { results: Json[] } =>
  typeof json === "object" && json !== null && "results" in json;

const inRows =
  (list: string, change: (row: Json, index: number) => Json): Change =>
  () => {
    proxy.rewrite = (json, path) =>
      isList(json) && path.includes(list) ? { ...json, results: json.results.map(change) } : json;
  };
const inLists =
  (change: (json: Json & { results: Json[] }, path: string) => object): Change =>
  () => {
    proxy.rewrite = (json, path) => (isList(json) ? { ...json, ...change(json, path) } : json);
  };
const inAnswers =
  (
    isMeant: (answer: JsonAnswer, path: string) => boolean,
    change: (answer: JsonAnswer) => JsonAnswer | string,
  ): Change =>
  () => {
    proxy.rewriteAnswer = (answer, path) => (isMeant(answer, path) ? change(answer) : answer);
  };
const inPaths =
  (change: (parameters: URLSearchParams) => void): Change =>
  () => {
    proxy.rewritePath = (path) => {
      const url = new URL(path, "http://proxy");
      change(url.searchParams);
      return `${url.pathname}${url.search}`;
    };
  };
const withHeader = (name: string, value: string | undefined) =>
  inAnswers(
    () => true,
    (answer) => {
      const { [name]: _, ...headers } = answer.headers;
      return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } };
    },
  );
const isStatus = (status: number) => (answer: JsonAnswer) => answer.status === status;
const toUtc = (time: unknown) => String(time).replace("+0000", "Z");

let lastOfFirstPage: Json[] = [];

const DRIFTS: [string, Change, Partial<Finding>][] = [
  [
    "an unknown field",
    inRows("/cards/", (row) => ({ ...row, nickname: "Ada" })),
    { kind: "unknown-field", field: "results[].nickname", effect: "harmless" },
  ],
  [
    "a field for a secret",
    inRows("/cards/", (row) => ({ ...row, cvv: "123" })),
    { kind: "secret-field", field: "cvv" },
  ],
  [
    "a new card status",
    inRows("/cards/", (row, index) => (index === 3 ? { ...row, status: "ON_HOLD" } : row)),
    { kind: "new-value", value: "ON_HOLD", effect: "shown" },
  ],
  [
    "a new transaction status",
    inRows("/transactions/", (row) => ({ ...row, status: "DISPUTED" })),
    { kind: "new-value", endpoint: "listTransactions" },
  ],
  [
    "a missing field",
    inRows("/cards/", ({ lastFour: _, ...row }) => row),
    { kind: "missing-field", field: "results[].lastFour", effect: "broken" },
  ],
  [
    "null for text",
    inRows("/cards/", (row) => ({ ...row, cardDesign: null })),
    { kind: "null-value", effect: "broken" },
  ],
  [
    "amounts as text",
    inRows("/transactions/", (row) => ({ ...row, bill_amount: String(row.bill_amount) })),
    { kind: "wrong-type", field: "results[].bill_amount" },
  ],
  [
    "amounts with a comma",
    inRows("/transactions/", (row) => ({ ...row, amount: "1,00" })),
    { kind: "amount" },
  ],
  [
    "another readable time format",
    inRows("/transactions/", (row) => ({ ...row, created: toUtc(row.created) })),
    { kind: "timestamp", effect: "harmless" },
  ],
  [
    "an unreadable time format",
    inRows("/cards/", (row) => ({ ...row, created: "15/11/2026" })),
    { kind: "timestamp", effect: "broken" },
  ],
  [
    "IDs that are no UUIDs",
    inRows("/cards/", (row) => ({ ...row, id: `card_${String(row.id).slice(0, 8)}` })),
    { kind: "id", field: "results[].id" },
  ],
  [
    "booleans as text",
    () => {
      proxy.rewrite = (json, path) =>
        path.includes("/card-design/") && !("cardDesigns" in (json as Json)) && "stock" in (json as Json)
          ? { ...(json as Json), stock: "true" }
          : json;
    },
    { kind: "wrong-type", endpoint: "getCardDesign", field: "stock" },
  ],
  [
    "a count of the page",
    inLists(({ results }) => ({ count: results.length })),
    { kind: "count", effect: "harmless" },
  ],
  ["a wrong count", inLists(() => ({ count: 7 })), { kind: "count", effect: "shown" }],
  [
    "relative links",
    inLists(({ next }) => ({ next: next && new URL(String(next)).pathname + new URL(String(next)).search })),
    { kind: "link-relative", field: "next" },
  ],
  [
    "links to another host",
    inLists(({ next }) => ({ next: next && String(next).replace(/^http:..[^/]+/, "http://10.0.0.7") })),
    { kind: "link-host", example: "http://10.0.0.7" },
  ],
  [
    "links without filters",
    inLists(({ previous, next }) => ({
      previous,
      next: next && String(next).replace(/&(min|max)_created=[^&]+/g, ""),
    })),
    { kind: "link-parameters", value: "min_created" },
  ],
  [
    "links by cursor",
    inLists(({ next }) => ({ next: next && String(next).replace(/page=\d+/, "cursor=abc") })),
    { kind: "link-parameters", value: "page" },
  ],
  [
    "the oldest first",
    inLists(({ results }) => ({ results: results.toReversed() })),
    { kind: "order", effect: "broken" },
  ],
  [
    "ignored pages",
    inPaths((parameters) => parameters.delete("page")),
    { kind: "page-ignored", effect: "broken" },
  ],
  [
    "pages of other sizes",
    inLists(({ results }, path) => ({ results: path.includes("page=2") ? results.slice(1) : results })),
    { kind: "page-size" },
  ],
  [
    "a record on two pages",
    inLists(({ results }, path) => {
      if (path.endsWith("page=1")) lastOfFirstPage = results.slice(-1);
      return { results: path.endsWith("page=2") ? [...lastOfFirstPage, ...results.slice(1)] : results };
    }),
    { kind: "repeated-record" },
  ],
  [
    "an error after the last page",
    inAnswers(
      (answer, path) => isList(answer.json) && answer.json.results.length === 0 && !path.includes("created"),
      (answer) => ({
        ...answer,
        status: 404,
        json: { code: 404, message: "Invalid page", status: "failed" },
      }),
    ),
    { kind: "past-end", example: "status 404" },
  ],
  [
    "records after the last page",
    inPaths((parameters) => Number(parameters.get("page")) > 3 && parameters.set("page", "1")),
    { kind: "past-end", endpoint: "listCards" },
  ],
  [
    "ignored filters",
    inPaths((parameters) => {
      parameters.delete("min_created");
      parameters.delete("max_created");
    }),
    { kind: "filter", effect: "broken" },
  ],
  [
    "a filter that finds nothing",
    inPaths((parameters) => {
      if (parameters.has("max_created")) {
        parameters.set("min_created", "2001-01-01");
        parameters.set("max_created", "2001-01-01");
      }
    }),
    { kind: "filter", field: "results" },
  ],
  [
    "an accepted page 0",
    inPaths((parameters) => parameters.get("page") === "0" && parameters.set("page", "1")),
    { kind: "accepts-invalid", value: "400" },
  ],
  [
    "404 with another body",
    inAnswers(isStatus(404), (answer) => ({ ...answer, json: { detail: "Not found." } })),
    { kind: "missing-field", endpoint: "retrieveCard", field: "error.code" },
  ],
  [
    "404 with another code",
    inAnswers(isStatus(404), (answer) => ({ ...answer, json: { ...(answer.json as Json), code: 17 } })),
    { kind: "error-code" },
  ],
  [
    "400 instead of 404",
    inAnswers(isStatus(404), (answer) => ({ ...answer, status: 400 })),
    { kind: "status", endpoint: "retrieveCard", value: "400" },
  ],
  [
    "errors in HTML",
    inAnswers(isStatus(404), () => "<html>Not found</html>"),
    { kind: "unreadable", endpoint: "unknownPath" },
  ],
  [
    "403 for a wrong key",
    inAnswers(isStatus(401), (answer) => ({ ...answer, status: 403 })),
    { kind: "status", value: "403" },
  ],
  [
    "an accepted wrong key",
    inAnswers(isStatus(401), (answer) => ({ ...answer, status: 200, json: { cardDesigns: [] } })),
    { kind: "accepts-invalid", value: "401", effect: "broken" },
  ],
  [
    "another content type",
    withHeader("content-type", "text/html"),
    { kind: "content-type", example: "text/html" },
  ],
  ["no date", withHeader("date", undefined), { kind: "no-date" }],
  ["another clock", withHeader("date", new Date(Date.now() - 3_600_000).toUTCString()), { kind: "clock" }],
];

describe("an issuer that has drifted", () => {
  it.each(DRIFTS)("is found: %s", async (_, change, expected) => {
    change();
    const { findings, hasFailed } = await ask();
    expect(findings).toContainEqual(expect.objectContaining(expected));
    expect(hasFailed).toBe(false);
    for (const { seen, of } of findings) expect(seen).toBeLessThanOrEqual(of);
  });

  it("is reported the same way each time, without personal data or the key", async () => {
    const secrets = ["Ada Lovelace", "ada@example.com", "4111111111111111", world.sandbox.config.apiKey];
    inRows("/", (row) => ({
      ...row,
      note: secrets.join(" "),
      [secrets[1] ?? ""]: 1,
      status: secrets[0],
      created: secrets[0],
    }))();
    const [one, other] = [await ask(), await ask()];
    expect(one.findings.length).toBeGreaterThan(5);
    expect(other.findings).toEqual(one.findings);
    const { body } = await world.api("GET", "/cards/");
    const holders = body.results.map(({ cardholderName }: Json) => String(cardholderName));
    for (const render of [renderText, renderMarkdown, renderJson])
      for (const secret of [...secrets, ...holders]) expect(render(one)).not.toContain(secret);
    expect(renderMarkdown(one)).toContain("### Unknown value: `GET /cards/` `results[].status`");
  });
});

describe("an issuer that can't be asked", () => {
  it.each([
    ["is down", () => (proxy.outage = "cut"), "does not answer"],
    ["fails", () => (proxy.refuse = () => ({ status: 503 })), "status 503"],
    ["rejects the key", () => (proxy.refuse = () => ({ status: 401 })), "rejects the key"],
    [
      "wants a long pause",
      () => (proxy.refuse = () => ({ status: 429, headers: { "retry-after": "3600" } })),
      "wait for 3600 seconds",
    ],
  ])("is left alone: it %s", async (_, change, reason) => {
    change();
    const report = await ask();
    expect(report.stopReason).toContain(reason);
    expect(report.hasFailed).toBe(true);
    expect(proxy.calls.length).toBeLessThanOrEqual(3);
  });

  it("obeys a rate limit", async () => {
    const waits: number[] = [];
    let refusals = 2;
    proxy.refuse = () => (refusals-- > 0 ? { status: 429, headers: { "retry-after": "7" } } : null);
    const report = await ask({ sleep: async (durationMs) => void waits.push(durationMs), pauseMs: 250 });
    expect(withoutCalls(report)).toEqual(CLEAN);
    expect(waits.filter((waitMs) => waitMs === 7_000)).toHaveLength(2);
    expect(waits.filter((waitMs) => waitMs === 250)).toHaveLength(report.calls - 1);
  });

  it("is asked no more often than the limit allows", async () => {
    const report = await ask({ maxCalls: 5 });
    expect(report).toMatchObject({
      calls: 5,
      stopReason: "The limit of 5 calls is reached.",
      hasFailed: false,
    });
    expect(renderText(report)).toContain(
      "No differences found. But not everything was asked: The limit of 5 calls",
    );
  });
});
