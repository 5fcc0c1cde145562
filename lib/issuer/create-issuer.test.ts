import { beforeEach, describe, expect, test } from "vitest";
import {
  CREATE_REQUEST,
  connectionReset,
  designs,
  failing,
  failureOf,
  IssuerTestBench,
  respondInOrder,
  TEST_KEY,
} from "@/testing/issuer-test-bench";
import { createIssuer } from "./create-issuer";

let bench: IssuerTestBench;

beforeEach(() => {
  bench = new IssuerTestBench();
});

describe("a request", () => {
  test("sends the key and the same request ID with each attempt, and neither follows redirects nor caches", async () => {
    const result = await bench.client(respondInOrder(connectionReset, designs)).listCardDesigns();
    expect(bench.sent).toHaveLength(2);
    const { requestId } = result.ok ? result.response : result.failure;
    for (const { url, init } of bench.sent) {
      expect(url).toBe("https://issuer.example/api/v1/merchant/card-design/");
      expect(init).toMatchObject({ method: "GET", redirect: "manual", cache: "no-store" });
      expect(init.headers).toMatchObject({ "x-payments-api-key": TEST_KEY, "x-request-id": requestId });
    }
  });

  test("is not sent for an invalid ID", async () => {
    const result = await bench.client(designs).blockCard("..", "lost");
    expect(failureOf(result)).toMatchObject({ kind: "not-found", attempts: 0, status: null });
    expect(bench.sent).toHaveLength(0);
  });

  test("requires a key that is a valid header, and the error doesn't quote it", () => {
    const make = () => createIssuer({ url: "https://issuer.example", key: `${TEST_KEY}\n`, timeoutMs: 1000 });
    expect(make).toThrow("printable ASCII");
    expect(make).not.toThrow(TEST_KEY);
  });
});

describe("a response", () => {
  test("is not read completely if it has more than 10 MiB", async () => {
    let pulled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1_048_576));
        },
      });
    const result = await bench.client(() => new Response(endless())).listCards();
    expect(failureOf(result)).toMatchObject({
      kind: "broken-contract",
      cause: "the body is larger than 10485760 bytes",
    });
    expect(pulled).toBeLessThan(15);
  });

  test("is not followed if it redirects", async () => {
    const result = await bench
      .client(() => new Response(null, { status: 307, headers: { location: "https://evil.example" } }))
      .listCards();
    expect(failureOf(result)).toMatchObject({ kind: "broken-contract", status: 307, cause: "redirect" });
    expect(bench.sent).toHaveLength(1);
  });

  test("counts as not found if it has another card's ID", async () => {
    const card = {
      id: "0f8fad5b-d9cb-469f-a165-70867728950e",
      currency: "USD",
      lastFour: "4471",
      externalCustomerId: "customer-1",
      cardholderName: "Ada Lovelace",
      cardName: "Office supplies",
      cardDesign: "design",
      cardType: "virtual",
      status: "ACTIVE",
      created: "2026-11-15T14:03:22+0000",
    };
    const client = bench.client(() => Response.json(card));
    expect(await client.retrieveCard(card.id)).toMatchObject({ ok: true });
    expect(failureOf(await client.retrieveCard(card.id.toUpperCase()))).toMatchObject({
      kind: "not-found",
      call: "retrieveCard",
      status: 200,
      retry: "never",
    });
  });

  test("is rejected as invalid JSON if it is not UTF-8", async () => {
    const result = await bench.client(() => new Response(new Uint8Array([0x22, 0xff, 0x22]))).listCards();
    expect(failureOf(result)).toMatchObject({ kind: "broken-contract", cause: "the body is not JSON" });
  });

  test("is stripped of card numbers", async () => {
    const card = {
      id: "4111111111111111",
      name: "4111 1111 1111 1111",
      stock: true,
      default: true,
      embossNameSupported: true,
      cvv: "123",
    };
    const result = await bench.client(() => Response.json(card)).getCardDesign("design");
    expect(result).toMatchObject({ ok: true, data: { id: "•••• 1111", name: "•••• 1111" } });
    const rejection = { code: 400, message: "reason: 4111111111111111 is odd", status: "failed" };
    const failure = failureOf(
      await bench.client(() => Response.json(rejection, { status: 400 })).blockCard("card", "x"),
    );
    expect(JSON.stringify(failure)).not.toContain("4111111111111111");
    expect(failure).toMatchObject({ fields: { reason: "•••• 1111 is odd" } });
  });
});

describe("logs and state", () => {
  test("have one log line per call, without IDs, filters or content", async () => {
    const issuer = bench.client(respondInOrder(connectionReset, designs));
    await issuer.listCardDesigns();
    await issuer.freezeCard("0198f2b0-0000-7000-8000-000000000001", true);
    await issuer.listCards({ min_created: "2026-01-01" });
    expect(bench.lines).toMatchObject([
      {
        call: "listCardDesigns",
        method: "GET",
        path: "/card-design/",
        status: 200,
        attempts: 2,
        outcome: "ok",
      },
      {
        call: "freezeCard",
        method: "PUT",
        path: "/cards/{cardId}/freeze/",
        status: 200,
        attempts: 1,
        outcome: "ok",
      },
      {
        call: "listCards",
        path: "/cards/",
        url: expect.stringMatching(/^https?:\/\/.+\/api\/v1\/merchant\/cards\/$/),
        status: 200,
        outcome: "broken-contract",
      },
    ]);
    for (const line of bench.lines)
      expect(line).toMatchObject({ requestId: expect.any(String), durationMs: expect.any(Number) });
    expect(JSON.stringify(bench.lines)).not.toMatch(/0198f2b0|2026-01-01/);
  });

  test("never contain the key, even if the issuer or a network error quotes it", async () => {
    const echo = { code: 400, message: `meta.id: ${TEST_KEY} is wrong`, status: "failed" };
    const quoting = new TypeError(`bad header ${TEST_KEY}`, {
      cause: Object.assign(new Error(TEST_KEY), { code: TEST_KEY }),
    });
    const responses = [
      ...[200, 201, 400, 401, 404, 429, 500, 503].map(
        (status) => () => Response.json({ ...echo, key: TEST_KEY }, { status }),
      ),
      () => new Response(`<html>${TEST_KEY}</html>`),
      () => new Response(null, { status: 302, headers: { location: `https://evil.example/${TEST_KEY}` } }),
      () => quoting,
    ];
    for (const respond of responses) {
      const issuer = bench.client(respond);
      const results = [
        await issuer.listCards(),
        await issuer.retrieveCard("card"),
        await issuer.freezeCard("card", true),
        await issuer.createCard(CREATE_REQUEST),
      ];
      expect(JSON.stringify([results, bench.lines, issuer.state(), issuer])).not.toContain(TEST_KEY);
    }
    expect(bench.lines.length).toBe(responses.length * 4);
  });

  test("show the connection as the calls found it", async () => {
    const issuer = bench.client(respondInOrder(designs, failing(500), failing(404)));
    expect(issuer.state()).toEqual({
      breaker: "closed",
      lastLatencyMs: null,
      lastSuccessAt: null,
      lastFailure: null,
      clockSkewMs: null,
    });
    await issuer.listCardDesigns();
    const first = new Date(bench.now).toISOString();
    bench.now += 5000;
    const { requestId } = failureOf(await issuer.retrieveCard("card"));
    expect(issuer.state()).toMatchObject({
      lastSuccessAt: first,
      lastLatencyMs: 0,
      lastFailure: {
        at: new Date(bench.now).toISOString(),
        call: "retrieveCard",
        kind: "unavailable",
        status: 500,
        requestId,
      },
    });
    bench.now += 5000;
    await issuer.retrieveCard("card");
    expect(issuer.state().lastSuccessAt).toBe(new Date(bench.now).toISOString());
  });
});
