import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "@/lib/contract/endpoints";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";

const MAX_BODY_BYTES = 1_048_576;

let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let cardId: string;

beforeAll(async () => {
  world = await openTestSandbox();
  server = await listen(world);
  cardId = (await world.api("POST", "/cards/", sampleConsumerRequest())).body.id;
});
afterAll(async () => {
  await server.close();
  await world.close();
});

type RawResponse = { status: number; head: string; body: string };

/** Writes raw bytes and resolves with the first complete response. */
async function sendRaw(write: (socket: Socket) => void): Promise<RawResponse> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  try {
    return await new Promise<RawResponse>((resolve, reject) => {
      let received = "";
      socket.on("connect", () => write(socket));
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1");
        const response = parseResponse(received);
        if (response) resolve(response);
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error(`The connection ended after: ${received.slice(0, 200)}`)));
    });
  } finally {
    socket.removeAllListeners();
    socket.on("error", () => undefined);
    socket.destroy();
  }
}

function parseResponse(text: string): RawResponse | null {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [head, body] = [text.slice(0, end), text.slice(end + 4)];
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body.length >= length ? { status: Number(head.split(" ")[1]), head, body } : null;
}

const requestLine = (method: string, path: string, ...headers: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    `x-payments-api-key: ${world.sandbox.config.apiKey}`,
    ...headers,
    "",
    "",
  ].join("\r\n");

const freezePath = () => `${API_PREFIX}/cards/${cardId}/freeze/`;
const padded = (length: number, freeze = true) => JSON.stringify({ freeze }).padEnd(length);
const statusOfCard = async () => (await world.api("GET", `/cards/${cardId}/`)).body.status;

describe("a body over 1 MiB", () => {
  test("is rejected by its Content-Length before any of it is read", async () => {
    const { status, head, body } = await sendRaw((socket) =>
      socket.write(requestLine("PUT", freezePath(), `Content-Length: ${MAX_BODY_BYTES + 1}`)),
    );
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ code: 400, message: "body: must be at most 1 MiB", status: "failed" });
    expect(head).toMatch(/connection: close/i);
  });

  test("is rejected before its end if it is chunked", async () => {
    const { status, body } = await sendRaw((socket) => {
      socket.write(requestLine("PUT", freezePath(), "Transfer-Encoding: chunked"));
      for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 65_536)
        socket.write(`10000\r\n${" ".repeat(65_536)}\r\n`);
    });
    expect(status).toBe(400);
    expect(JSON.parse(body).message).toBe("body: must be at most 1 MiB");
  });

  test("is rejected with 401 first if the key is missing", async () => {
    const { status } = await sendRaw((socket) =>
      socket.write(
        `PUT ${freezePath()} HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES * 100}\r\n\r\n`,
      ),
    );
    expect(status).toBe(401);
  });

  test("is rejected on every path that accepts a body, and changes nothing", async () => {
    const paths = [
      `${API_PREFIX}/cards/`,
      `${API_PREFIX}/cards/${cardId}/block/`,
      "/sandbox/reset",
      "/nothing",
    ];
    for (const path of paths) {
      const { status } = await sendRaw((socket) =>
        socket.write(requestLine("POST", path, `Content-Length: ${MAX_BODY_BYTES + 1}`)),
      );
      expect([path, status]).toEqual([path, 400]);
    }
    expect(await statusOfCard()).toBe("ACTIVE");
  });

  test("exceeds the limit by one byte: exactly 1 MiB is accepted", async () => {
    const length = await sendRaw((socket) =>
      socket.write(
        requestLine("PUT", freezePath(), `Content-Length: ${MAX_BODY_BYTES}`) + padded(MAX_BODY_BYTES),
      ),
    );
    expect([length.status, await statusOfCard()]).toEqual([200, "FROZEN"]);
    const chunks = await sendRaw((socket) => {
      socket.write(requestLine("PUT", freezePath(), "Transfer-Encoding: chunked"));
      socket.write(`${MAX_BODY_BYTES.toString(16)}\r\n${padded(MAX_BODY_BYTES, false)}\r\n0\r\n\r\n`);
    });
    expect([chunks.status, await statusOfCard()]).toEqual([200, "ACTIVE"]);
  });
});

test("a client that disconnects in the middle of its body changes nothing", async () => {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  await new Promise<void>((resolve) => {
    socket.write(`${requestLine("PUT", freezePath(), "Content-Length: 15")}{"freeze":`, () => resolve());
  });
  socket.destroy();
  const { status } = await sendRaw((other) => other.write(requestLine("GET", "/sandbox/health")));
  expect(status).toBe(200);
  expect(await statusOfCard()).toBe("ACTIVE");
});

test("an unsupported method returns 405 and the supported ones in Allow", async () => {
  for (const method of ["DELETE", "PATCH", "TRACE", "OPTIONS", "PURGE", "PROPFIND", "SEARCH"]) {
    const { status, head, body } = await sendRaw((socket) =>
      socket.write(requestLine(method, `${API_PREFIX}/cards/`, "Content-Length: 0")),
    );
    expect([method, status]).toEqual([method, 405]);
    expect(head).toMatch(/allow: (GET, POST|POST, GET)/i);
    expect(JSON.parse(body)).toEqual({ code: 405, message: expect.any(String), status: "failed" });
  }
});

test("malformed paths return 4xx errors", async () => {
  const paths = [
    "/%",
    "/%zz",
    "/%E0%A4%A/",
    `${API_PREFIX}/cards/%E0%A4%A/`,
    `${API_PREFIX}/card-design/%/`,
    "//x",
    "/\\x",
    "/x?%",
  ];
  for (const path of [
    ...paths,
    `${API_PREFIX}/cards/?page=%`,
    "http://elsewhere/x",
    "/../x",
    `/${"a".repeat(10_000)}`,
  ]) {
    const { status, body } = await sendRaw((socket) => socket.write(requestLine("GET", path)));
    expect([path.slice(0, 50), status >= 400 && status < 500]).toEqual([path.slice(0, 50), true]);
    expect(JSON.parse(body)).toEqual({
      code: expect.any(Number),
      message: expect.any(String),
      status: "failed",
    });
  }
});

test("a malformed request returns 400, and the next one is served", async () => {
  for (const text of ["HELLO\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"]) {
    const { status } = await sendRaw((socket) => socket.write(text));
    expect([text, status]).toEqual([text, 400]);
  }
  const { status } = await sendRaw((socket) => socket.write(requestLine("GET", "/sandbox/health")));
  expect(status).toBe(200);
});
