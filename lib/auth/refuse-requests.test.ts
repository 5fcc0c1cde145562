import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { createLog } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { sessionCookie } from "./cookie";
import { refuseRequests } from "./refuse-requests";
import { sessionSecret, sessionToken } from "./session-token";

const ACTION = { "next-action": "00", "content-type": "text/plain;charset=UTF-8" };
const slot = processWide<pino.Logger>("log");
let lines: Record<string, unknown>[];
/** Next's place: says what reached it. */
const server = createServer(async (incoming, response) =>
  response.end(`${incoming.url} ${await text(incoming)}`),
);

let stopRefusing: () => void;
beforeAll(async () => {
  stopRefusing = refuseRequests();
  // As Next does, which never answers.
  server.on("upgrade", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  await send("GET", "/cards", {});
});
afterAll(() => {
  // Other files have servers in this process.
  stopRefusing();
  server.close();
});
beforeEach(() => {
  lines = [];
  slot.current = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
});
afterEach(() => {
  slot.current = undefined;
});

async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method, path, headers }).end(body);
  const [response] = await once(sent, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const FORM = { "content-type": "multipart/form-data; boundary=x" };
const MIB = 1_048_576;

describe("a refused request", () => {
  it("is logged once a minute with the number of repeats", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    for (let number = 0; number < 4; number += 1) await send("DELETE", "/cards", {});
    expect(lines).toMatchObject([{ level: "warn", status: 405, count: 1 }]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toMatchObject([{ count: 1 }, { msg: "Refused requests", status: 405, count: 3 }]);
    vi.useRealTimers();
  });
});

describe("a request that no page of ours sends", () => {
  it.each([
    ["with a form for an action", 415, "POST", "/login", { ...ACTION, ...FORM }],
    ["with a form for a page", 415, "POST", "/login", FORM],
    ["with a form for a route", 415, "POST", "/api/auth/callback/credentials", FORM],
    [
      "with a form in other letters",
      415,
      "POST",
      "/login",
      { ...ACTION, "content-type": " Multipart/Form-Data" },
    ],
    ["with JSON for an action", 415, "POST", "/login", { ...ACTION, "content-type": "application/json" }],
    [
      "with fields for an action",
      415,
      "POST",
      "/",
      { ...ACTION, "content-type": "application/x-www-form-urlencoded" },
    ],
    ["with too much for an action", 413, "POST", "/login", { ...ACTION, "content-length": `${MIB + 1}` }],
    ["with too much for a route", 413, "POST", "/api/cards/export", { "content-length": `${MIB + 1}` }],
    [
      "with an action of unknown length",
      411,
      "POST",
      "/login",
      { ...ACTION, "transfer-encoding": "chunked" },
    ],
    ["with something for a page", 405, "POST", "/login", { "content-type": "text/plain" }],
    ["that changes a page", 405, "PUT", "/cards", {}],
    ["with a router state that is no JSON", 400, "GET", "/cards", { "next-router-state-tree": "{" }],
    ["with a router state of another shape", 400, "GET", "/cards", { "next-router-state-tree": "%5B1%5D" }],
    ["with an action from another site", 403, "POST", "/", { ...ACTION, origin: "https://evil.example" }],
    ["with an action from no site", 403, "POST", "/", { ...ACTION, origin: "null" }],
    [
      "with an action from another port",
      403,
      "POST",
      "/",
      { ...ACTION, host: "a.example", origin: "http://a.example:4" },
    ],
    [
      "with an action for a route",
      400,
      "POST",
      "/api/webhooks/issuer",
      { ...ACTION, "content-length": "9999999" },
    ],
    ["without a path", 400, "OPTIONS", "*", {}],
    ["with an undecodable path", 400, "GET", "/cards/%C0%80", {}],
    ["with a page that looks like an open route", 400, "POST", "/api/auth/../../login", {}],
    ["with such a page, encoded", 400, "POST", "/api/auth/%2E%2e/..%2flogin", {}],
    ["with such a page, in Windows' spelling", 400, "POST", "/api/webhooks\\..\\..\\cards", {}],
    [
      "for an export, from another site",
      403,
      "GET",
      "/api/cards/export?format=csv",
      { "sec-fetch-site": "cross-site" },
    ],
    ["for a file, from another port", 403, "GET", "/api/reports/1/file", { "sec-fetch-site": "same-site" }],
    [
      "for an export, spelled differently",
      403,
      "GET",
      "//%61pi/cards/export",
      { "sec-fetch-site": "cross-site" },
    ],
  ])("is refused before its body is read: %s", async (_, status, method, path, headers) => {
    expect(await send(method, path, headers)).toMatchObject({
      status,
      headers: { connection: "close", "x-content-type-options": "nosniff" },
    });
  });

  it.each([
    ["no JSON", "["],
    ["no list", '{"0":1}'],
    ["nothing", ""],
    ["a reference to a part of a form", '["$1"]'],
    ["a server reference", '["$F1"]'],
    ["a list without end", `${"[".repeat(8_000)}${"]".repeat(8_000)}`],
    ["a thousand arguments", JSON.stringify(Array(1_001).fill(1))],
  ])("is refused: an action with %s", async (_, body) => {
    const headers = { ...ACTION, "content-length": `${body.length}` };
    expect((await send("POST", "/login", headers, body)).status).toBe(400);
  });
});

it("a connection to upgrade is answered like any request", async () => {
  const upgrade = { connection: "Upgrade", upgrade: "websocket" };
  expect(await send("GET", "/cards", upgrade)).toMatchObject({ status: 200, body: "/cards " });
});

describe("an action without a session", () => {
  const body = JSON.stringify(["id", { text: "x".repeat(20_000) }]);
  const headers = { ...ACTION, "content-length": `${body.length}` };

  it("is refused if it is large, unread", async () => {
    const forged = `${sessionCookie().name}=eyJhbGciOiJkaXIifQ..x`;
    // What Next's client passes on: a text of exactly this type.
    const signedOut = { status: 401, headers: { "content-type": "text/plain" }, body: SIGNED_OUT };
    expect(await send("POST", "/login", headers)).toMatchObject(signedOut);
    expect(await send("POST", "/login", { ...headers, cookie: forged })).toMatchObject(signedOut);
    expect(await send("POST", "/login", headers, body)).toMatchObject(signedOut);
  });

  it("passes with the cookie of a session", async () => {
    const token = await sessionToken.encode({ token: { sid: "1" }, secret: sessionSecret(), maxAge: 60 });
    const cookie = `theme=dark; ${sessionCookie().name}=${token}`;
    expect((await send("POST", "/login", { ...headers, cookie }, body)).body).toBe(`/login ${body}`);
  });
});

describe("what our pages and other programs send", () => {
  it.each([
    [
      "an action",
      "POST",
      "/login",
      ACTION,
      '["id",{"name":"$$5","date":"$undefined","count":1,"ids":["a",null]}]',
    ],
    [
      "an action of our origin",
      "POST",
      "/",
      { ...ACTION, host: "a.example", origin: "https://a.example" },
      "[]",
    ],
    [
      "an action behind a proxy",
      "POST",
      "/",
      { ...ACTION, "x-forwarded-host": "a.example", origin: "https://a.example" },
      "[]",
    ],
    ["a page opened from another site", "GET", "/cards?search=x", { "sec-fetch-site": "cross-site" }, ""],
    [
      "a way back from the provider",
      "GET",
      "/api/auth/callback/oidc?code=1",
      { "sec-fetch-site": "cross-site" },
      "",
    ],
    ["an export", "GET", "/api/cards/export", { "sec-fetch-site": "same-origin" }, ""],
    ["a program without a browser", "GET", "/api/cards/export", {}, ""],
    ["an ID with encoded slashes", "GET", "/cards/..%2F..%2Fcards", {}, ""],
    ["a name with dots", "GET", "/cards/..a/.b..", {}, ""],
    ["a webhook", "POST", "/api/webhooks/issuer", { "content-type": "application/json" }, "{}"],
    ["a report of the policy", "POST", "/api/policy-reports", { "sec-fetch-site": "cross-site" }, "{}"],
    ["a router state", "GET", "/cards", { "next-router-state-tree": encodeURIComponent('["",{}]') }, ""],
  ])("reaches Next with its body: %s", async (_, method, path, headers, body) => {
    const length = body ? { "content-length": `${body.length}` } : {};
    expect(await send(method, path, { ...headers, ...length }, body)).toMatchObject({
      status: 200,
      body: `${path} ${body}`,
    });
  });

  it("reaches Next if it arrives in parts, also on a connection that is used again", async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const answers = text(socket);
    const head =
      "POST / HTTP/1.1\r\nhost: a\r\nnext-action: 00\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n";
    for (const part of [
      `${head}\r\n["`,
      "1",
      `2"]${head.slice(0, 40)}`,
      `${head.slice(40)}connection: close\r\n\r\n["34"]`,
    ]) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await answers).match(/\/ \["\d+"\]/g)).toEqual(['/ ["12"]', '/ ["34"]']);
  });
});
