import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { CREATE_REQUEST, failureOf, TEST_KEY } from "@/testing/issuer-test-bench";
import { createIssuer } from "./create-issuer";

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const clientOf = (url: string, timeoutMs = 2000) => createIssuer({ url, key: TEST_KEY, timeoutMs });

test.each([301, 302, 303, 307, 308])("the key is not sent along with a %i redirect", async (status) => {
  let visits = 0;
  const otherServer = await serve((_, response) => {
    visits += 1;
    response.end("{}");
  });
  const issuer = clientOf(
    await serve((_, response) => response.writeHead(status, { location: otherServer }).end()),
  );
  expect(failureOf(await issuer.listCards())).toMatchObject({ kind: "broken-contract", status });
  expect(failureOf(await issuer.freezeCard("card", true))).toMatchObject({ kind: "broken-contract", status });
  expect(failureOf(await issuer.createCard(CREATE_REQUEST))).toMatchObject({
    kind: status === 303 ? "unknown-outcome" : "broken-contract",
  });
  expect(visits).toBe(0);
});

test("a refused connection means that not even a create took effect", async () => {
  const url = await serve(() => undefined);
  const server = servers.pop();
  await new Promise((done) => server?.close(done));
  const issuer = clientOf(url);
  const failure = failureOf(await issuer.createCard(CREATE_REQUEST));
  expect(failure).toMatchObject({ kind: "unavailable", cause: "ECONNREFUSED", retry: "safe", attempts: 1 });
  expect(failureOf(await issuer.listCards())).toMatchObject({ cause: "ECONNREFUSED", attempts: 3 });
});

test("a small response that decompresses to more than 10 MiB is rejected", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, " "));
  const url = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
  );
  expect(failureOf(await clientOf(url, 10_000).listCards())).toMatchObject({
    kind: "broken-contract",
    cause: "the body is larger than 10485760 bytes",
  });
});

test("the deadline covers headers, a slow body and retries", async () => {
  const silent = await serve(() => undefined);
  const dripping = await serve((_, response) => {
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  });
  let attempts = 0;
  const failing = await serve((_, response) => {
    attempts += 1;
    if (attempts < 2) response.writeHead(503).end();
  });
  for (const url of [silent, dripping, failing]) {
    const startedAt = performance.now();
    const failure = failureOf(await clientOf(url, 1_000).listCards());
    const tookMs = performance.now() - startedAt;
    expect(failure).toMatchObject({ kind: "unavailable", cause: "timeout", status: null });
    expect(tookMs).toBeGreaterThan(950);
  }
  expect(attempts, "a deadline per attempt would have left time for a third").toBe(2);
});

test.each([
  ["in a body of known length", { "content-length": "1000" }],
  ["in a body of unknown length", {}],
])(
  "a connection dropped %s is a lost response: a read and a freeze are retried, a create is not",
  async (_, headers) => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      request.resume();
      response.writeHead(200, headers).write('{"cardDesigns":', () => request.socket.destroy());
    });
    const lost = { status: null, cause: "UND_ERR_SOCKET" };
    expect(failureOf(await clientOf(url).listCardDesigns())).toMatchObject({
      ...lost,
      kind: "unavailable",
      attempts: 3,
    });
    expect(failureOf(await clientOf(url).freezeCard("card", true))).toMatchObject({
      ...lost,
      kind: "unavailable",
      attempts: 2,
    });
    expect(failureOf(await clientOf(url).createCard(CREATE_REQUEST))).toMatchObject({
      ...lost,
      kind: "unknown-outcome",
      attempts: 1,
    });
    expect(requests).toBe(6);
  },
);

test("calls reuse a connection", async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{"cardDesigns":[]}');
  });
  const issuer = clientOf(url);
  for (let call = 0; call < 20; call += 1) expect((await issuer.listCardDesigns()).ok).toBe(true);
  // A second connection may be opened before the first one is idle.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test("the request matches the contract, and an empty response to a freeze is accepted", async () => {
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    seen.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  const result = await clientOf(url).freezeCard("card_1", false);
  expect(result).toMatchObject({ ok: true, data: null, response: { status: 204, attempts: 1 } });
  expect(seen).toMatchObject([
    {
      method: "PUT",
      path: "/api/v1/merchant/cards/card_1/freeze/",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-payments-api-key": TEST_KEY,
        "x-request-id": result.ok ? result.response.requestId : null,
      },
      body: '{"freeze":false}',
    },
  ]);
});
