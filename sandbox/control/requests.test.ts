import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import type { LoggedRequest } from "@/sandbox/worlds/request-log";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
} from "@/testing/sandbox";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.reset();
  await sandbox.call("DELETE", "/sandbox/requests");
});

type Log = { oldest: number; last: number; requests: LoggedRequest[] };

const readLog = async (after = 0): Promise<Log> =>
  (await sandbox.call("GET", `/sandbox/requests?after=${after}`)).body;
const lastRequest = async () => (await readLog()).requests.at(-1);
const issue = async (spendLimit = 100): Promise<string> =>
  (await sandbox.api("POST", "/cards/", sampleConsumerRequest({ spendLimit }))).body.id;
const addFault = (fault: object) => sandbox.call("POST", "/sandbox/faults", { path: "/cards/", fault });
const short = (id: string) => `…${id.slice(-8)}`;

describe("a logged request", () => {
  test("has what was sent, what came back, and how long it took", async () => {
    const before = new Date().toISOString();
    const body = sampleConsumerRequest({ spendLimit: 100 });
    const issued = await sandbox.api("POST", "/cards/?source=test", body);
    const logged = await lastRequest();
    expect(logged).toMatchObject({
      method: "POST",
      path: "/api/v1/merchant/cards/?source=test",
      status: 201,
      fault: null,
      requestBody: JSON.stringify(body),
      responseBody: JSON.stringify(issued.body),
      changes: [`card ${short(issued.body.id)} issued: ACTIVE, USD 100.00`],
    });
    expect(logged?.durationMs).toBeGreaterThanOrEqual(0);
    expect(logged && logged.at >= before && logged.at <= new Date().toISOString()).toBe(true);
  });

  test("says what it changed", async () => {
    const id = await issue();
    const changes = async () => (await lastRequest())?.changes;
    await sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: true });
    expect(await changes()).toEqual([`card ${short(id)} ACTIVE → FROZEN`]);
    await sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: true });
    expect(await changes()).toEqual([]);
    await sandbox.call("POST", "/sandbox/authorizations", { cardId: id, amount: 5 });
    expect(await changes()).toEqual(["1 transaction DECLINED (R1) USD 5.00"]);
    await sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: false });
    const bought = await sandbox.call("POST", "/sandbox/authorizations", { cardId: id, amount: 12.5 });
    expect(await changes()).toEqual([
      `card ${short(id)} available credit USD 100.00 → USD 87.50`,
      "1 transaction PENDING USD 12.50",
    ]);
    await sandbox.call("POST", `/sandbox/transactions/${bought.body.transaction.id}/clear`);
    expect(await changes()).toEqual([`transaction ${short(bought.body.transaction.id)} PENDING → CLEARED`]);
    await sandbox.api("PUT", `/cards/${id}/replace/`, {
      renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE",
    });
    expect(await changes()).toEqual([
      `card ${short(id)} has new credentials`,
      `card ${short(id)} reissued: NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE`,
    ]);
    await sandbox.setClock("2031-02-03T04:05:06Z");
    expect((await changes())?.[0]).toMatch(/^clock set to 2031-02-03T04:05:0\dZ$/);
    await sandbox.api("GET", "/files/daily/?date=2031-02-01");
    expect(await changes()).toEqual([
      "report daily of 2031-02-01 requested",
      expect.stringMatching(/^webhook ….{8} created$/),
    ]);
    await sandbox.call("POST", "/sandbox/disagreements", { kind: "missing-row" });
    expect(await changes()).toEqual(["disagreement 1 added: missing-row in daily"]);
    await sandbox.call("DELETE", "/sandbox/disagreements");
    expect(await changes()).toEqual(["disagreements removed"]);
    await sandbox.call("POST", "/sandbox/snapshots", { name: "start" });
    expect(await changes()).toEqual(["snapshot start taken"]);
    await sandbox.reset();
    expect(await changes()).toEqual(["world replaced: 0 cards, 0 transactions"]);
    await sandbox.api("GET", "/cards/");
    expect(await changes()).toEqual([]);
  });

  test("has its own changes, even if many are handled at the same time", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => issue(index + 1)));
    const { requests } = await readLog();
    expect(requests).toHaveLength(20);
    for (const { responseBody, changes, requestBody } of requests) {
      const { id } = JSON.parse(responseBody);
      expect(ids).toContain(id);
      const { spendLimit } = JSON.parse(requestBody);
      expect(changes).toEqual([`card ${short(id)} issued: ACTIVE, USD ${spendLimit}.00`]);
    }
  });

  test.each([
    ["an invalid body", "POST", "/cards/", "{", 400],
    ["an unknown card", "GET", "/cards/nobody/", undefined, 404],
    ["another method", "PATCH", "/cards/", undefined, 405],
    ["an unknown path", "GET", "/nothing/", undefined, 404],
    ["a body that is too large", "POST", "/cards/", "x".repeat(1_100_000), 400],
  ] as const)("can be rejected: %s", async (_, method, path, body, status) => {
    await sandbox.api(method, path, body);
    expect(await lastRequest()).toMatchObject({ method, status, changes: [] });
    expect((await lastRequest())?.responseBody).toContain('"status":"failed"');
  });

  test("is not logged without a valid key", async () => {
    await sandbox.api("GET", "/cards/", undefined, { [API_KEY_HEADER]: "wrong" });
    expect((await readLog()).requests).toEqual([]);
  });

  test("can be a download", async () => {
    const receiver = await openWebhookReceiver();
    await sandbox.call("PUT", "/sandbox/webhook", { url: receiver.url });
    await sandbox.setClock("2031-03-04T00:00:00Z");
    const { link } = (await requestReport(sandbox, receiver, "daily", "2031-03-01")).data;
    const file = await (await sandbox.request(pathOf(link))).text();
    expect(file).toMatch(/^occurred_at,/);
    expect(await lastRequest()).toMatchObject({ path: pathOf(link), status: 200, responseBody: file });
    await sandbox.request("/downloads/nothing", { headers: { [API_KEY_HEADER]: "sk_sandbox_cardwell" } });
    const { requests } = await readLog();
    expect(requests.filter(({ path }) => path === "/downloads/nothing")).toHaveLength(1);
    await receiver.close();
  });
});

describe("a request that meets a fault", () => {
  const body = () => sampleConsumerRequest({ spendLimit: 1 });
  const issued = [expect.stringMatching(/^card .* issued/)];
  const send = async () => {
    const sent = sandbox.api("POST", "/cards/", body());
    await sent.catch(() => null);
    const logged = await lastRequest();
    expect(logged?.requestBody).toBe(JSON.stringify(body()));
    return logged;
  };

  test.each([
    [{ type: "drop" }, { status: null, responseBody: "", changes: [] }],
    [
      { type: "commit-then-drop" },
      { status: null, responseBody: expect.stringContaining('"ACTIVE"'), changes: issued },
    ],
    [
      { type: "status", status: 503 },
      { status: 503, responseBody: expect.stringContaining("Injected"), changes: [] },
    ],
    [{ type: "rubbish" }, { status: 200, responseBody: expect.stringContaining("<html>"), changes: [] }],
    [
      { type: "truncate" },
      { status: 201, responseBody: expect.stringContaining('"ACTIVE"'), changes: issued },
    ],
    [
      { type: "slow-body", ms: 1 },
      { status: 201, responseBody: expect.stringContaining('"ACTIVE"'), changes: issued },
    ],
  ])("names it: %o", async (fault, expected) => {
    await addFault(fault);
    expect((await lastRequest())?.changes).toEqual([
      expect.stringMatching(`^fault \\d+ added: ${fault.type}$`),
    ]);
    expect(await send()).toMatchObject({ fault: fault.type, ...expected });
    expect(await send()).toMatchObject({ fault: null, status: 201 });
  });

  test.each(["delay", "commit-then-delay"])("counts the time of a %s", async (type) => {
    await addFault({ type, ms: 60 });
    const logged = await send();
    expect(logged).toMatchObject({ fault: type, status: 201, changes: issued });
    // Timers may fire up to a millisecond early.
    expect(logged?.durationMs).toBeGreaterThanOrEqual(58);
  });
});

describe("the log", () => {
  test("returns what came after a number, and forgets all but the last 200", async () => {
    const { last: start } = await readLog();
    for (let number = 0; number < 205; number++) await sandbox.api("GET", `/cards/?page=${number + 1}`);
    const { oldest, last, requests } = await readLog();
    expect([oldest, last]).toEqual([start + 6, start + 205]);
    expect(requests.map(({ number }) => number)).toEqual(
      Array.from({ length: 200 }, (_, index) => start + 6 + index),
    );
    expect((await readLog(last - 2)).requests.map(({ path }) => path.split("=")[1])).toEqual(["204", "205"]);
    expect((await readLog(last)).requests).toEqual([]);
  });

  test("does not have the calls that read it, and can be cleared", async () => {
    await issue();
    const { last } = await readLog();
    await sandbox.call("GET", "/sandbox/overview");
    expect((await sandbox.call("DELETE", "/sandbox/requests")).body).toEqual({ cleared: 1 });
    expect(await readLog()).toEqual({ oldest: last + 1, last, requests: [] });
  });

  test("rejects a number that is none", async () => {
    for (const after of ["x", "-1", "1.5"])
      expect((await sandbox.call("GET", `/sandbox/requests?after=${after}`)).status).toBe(400);
  });

  test("cuts long bodies", async () => {
    await sandbox.api("POST", "/cards/", `{"preferredCardName":"${"ä".repeat(20_000)}"}`);
    expect((await lastRequest())?.requestBody).toMatch(/^\{"preferredCardName":"ä+…$/);
    expect((await lastRequest())?.requestBody).toHaveLength(4097);
    for (let count = 0; count < 45; count++) await issue();
    const { results } = (await sandbox.api("GET", "/cards/")).body;
    expect(results).toHaveLength(45);
    expect((await lastRequest())?.responseBody).toHaveLength(4097);
  });

  test("cuts long changes", async () => {
    await sandbox.call("PUT", "/sandbox/webhook", { url: `http://localhost:9/${"a".repeat(100_000)}` });
    expect((await lastRequest())?.changes).toEqual([
      expect.stringMatching(/^webhook address set to http:\/\/localhost:9\/a{250,300}…$/),
    ]);
  });

  test("has no keys or secrets", async () => {
    const secret = "whsec_Y2FyZHdlbGwtc2FuZGJveC13ZWJob29rLXNlY3JldCE=";
    await sandbox.call("PUT", "/sandbox/webhook", { url: "http://127.0.0.1:9/", secret });
    await sandbox.call("POST", "/sandbox/worlds", { name: "another" });
    await sandbox.call("GET", "/sandbox/worlds?key=sk_sandbox_cardwell");
    // The secret begins just before the end of what is kept.
    await sandbox.call("PUT", "/sandbox/webhook", `{"url":"${"x".repeat(4060)}","secret":"${secret}"}`);
    const log = JSON.stringify(await readLog());
    expect(log).not.toContain("sk_sandbox_");
    expect(log).not.toContain("whsec_");
    expect(log).toContain('\\"key\\":\\"[redacted]\\"');
  });

  test("belongs to its world", async () => {
    const asOther = { [API_KEY_HEADER]: "sk_sandbox_other" };
    await issue();
    await sandbox.api("GET", "/card-design/", undefined, asOther);
    const other: Log = (await sandbox.call("GET", "/sandbox/requests", undefined, asOther)).body;
    expect(other.requests.map(({ number, path }) => [number, path])).toEqual([
      [1, "/api/v1/merchant/card-design/"],
    ]);
    expect((await readLog()).requests).toHaveLength(1);
    await sandbox.call("DELETE", "/sandbox/requests", undefined, asOther);
    expect((await readLog()).requests).toHaveLength(1);
  });
});
