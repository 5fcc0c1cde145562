import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "@/lib/contract/endpoints";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";

const LIMIT = 1_048_576;

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

type Heard = { status: number; head: string; body: string };

/** Writes bytes and waits for one whole answer; what is sent after that nobody reads. */
async function say(write: (socket: Socket) => void): Promise<Heard> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  try {
    return await new Promise<Heard>((resolve, reject) => {
      let heard = "";
      socket.on("connect", () => write(socket));
      socket.on("data", (bytes) => {
        heard += bytes.toString("latin1");
        const answer = wholeAnswer(heard);
        if (answer) resolve(answer);
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error(`The connection ended after: ${heard.slice(0, 200)}`)));
    });
  } finally {
    socket.removeAllListeners();
    socket.on("error", () => undefined);
    socket.destroy();
  }
}

function wholeAnswer(text: string): Heard | null {
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
  test("is refused by its length before a byte of it is read", async () => {
    const { status, head, body } = await say((socket) =>
      socket.write(requestLine("PUT", freezePath(), `Content-Length: ${LIMIT + 1}`)),
    );
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ code: 400, message: "body: must be at most 1 MiB", status: "failed" });
    expect(head).toMatch(/connection: close/i);
  });

  test("is refused in chunks before its end has come", async () => {
    const { status, body } = await say((socket) => {
      socket.write(requestLine("PUT", freezePath(), "Transfer-Encoding: chunked"));
      for (let sent = 0; sent <= LIMIT; sent += 65_536) socket.write(`10000\r\n${" ".repeat(65_536)}\r\n`);
    });
    expect(status).toBe(400);
    expect(JSON.parse(body).message).toBe("body: must be at most 1 MiB");
  });

  test("is refused for its key first", async () => {
    const { status } = await say((socket) =>
      socket.write(`PUT ${freezePath()} HTTP/1.1\r\nHost: x\r\nContent-Length: ${LIMIT * 100}\r\n\r\n`),
    );
    expect(status).toBe(401);
  });

  test("is refused on every path that takes one, and leaves the card as it was", async () => {
    const paths = [
      `${API_PREFIX}/cards/`,
      `${API_PREFIX}/cards/${cardId}/block/`,
      "/sandbox/reset",
      "/nothing",
    ];
    for (const path of paths) {
      const { status } = await say((socket) =>
        socket.write(requestLine("POST", path, `Content-Length: ${LIMIT + 1}`)),
      );
      expect([path, status]).toEqual([path, 400]);
    }
    expect(await statusOfCard()).toBe("ACTIVE");
  });

  test("is one byte more than what is read", async () => {
    const length = await say((socket) =>
      socket.write(requestLine("PUT", freezePath(), `Content-Length: ${LIMIT}`) + padded(LIMIT)),
    );
    expect([length.status, await statusOfCard()]).toEqual([200, "FROZEN"]);
    const chunks = await say((socket) => {
      socket.write(requestLine("PUT", freezePath(), "Transfer-Encoding: chunked"));
      socket.write(`${LIMIT.toString(16)}\r\n${padded(LIMIT, false)}\r\n0\r\n\r\n`);
    });
    expect([chunks.status, await statusOfCard()]).toEqual([200, "ACTIVE"]);
  });
});

test("a caller that leaves in the middle of its body changes nothing", async () => {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  await new Promise<void>((resolve) => {
    socket.write(`${requestLine("PUT", freezePath(), "Content-Length: 15")}{"freeze":`, () => resolve());
  });
  socket.destroy();
  const { status } = await say((other) => other.write(requestLine("GET", "/sandbox/health")));
  expect(status).toBe(200);
  expect(await statusOfCard()).toBe("ACTIVE");
});

test("methods that a path does not have are 405 with the ones it has", async () => {
  for (const method of ["DELETE", "PATCH", "TRACE", "OPTIONS", "PURGE", "PROPFIND", "SEARCH"]) {
    const { status, head, body } = await say((socket) =>
      socket.write(requestLine(method, `${API_PREFIX}/cards/`, "Content-Length: 0")),
    );
    expect([method, status]).toEqual([method, 405]);
    expect(head).toMatch(/allow: (GET, POST|POST, GET)/i);
    expect(JSON.parse(body)).toEqual({ code: 405, message: expect.any(String), status: "failed" });
  }
});

test("addresses that no library would send are answered, not crashed upon", async () => {
  const paths = [
    "/%",
    "/%zz",
    "/%E0%A4%A/",
    `${API_PREFIX}/cards/%E0%A4%A/`,
    `${API_PREFIX}/card-design/%/`,
    "//",
    "/\\",
    "/?%",
  ];
  for (const path of [
    ...paths,
    `${API_PREFIX}/cards/?page=%`,
    "http://elsewhere/x",
    "/..",
    `/${"a".repeat(10_000)}`,
  ]) {
    const { status, body } = await say((socket) => socket.write(requestLine("GET", path)));
    expect([path.slice(0, 50), status >= 400 && status < 500]).toEqual([path.slice(0, 50), true]);
    expect(JSON.parse(body)).toEqual({
      code: expect.any(Number),
      message: expect.any(String),
      status: "failed",
    });
  }
});

test("a request that is not HTTP is refused, and the next one is served", async () => {
  for (const text of ["HELLO\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"]) {
    const { status } = await say((socket) => socket.write(text));
    expect([text, status]).toEqual([text, 400]);
  }
  const { status } = await say((socket) => socket.write(requestLine("GET", "/sandbox/health")));
  expect(status).toBe(200);
});
