import { beforeEach, describe, expect, test } from "vitest";
import {
  CREATE_REQUEST,
  connectionReset,
  designs,
  failing,
  failureOf,
  IssuerTestBench,
  respondInOrder,
} from "@/testing/issuer-test-bench";

let bench: IssuerTestBench;

beforeEach(() => {
  bench = new IssuerTestBench();
});

describe("a read", () => {
  test.each([429, 502, 503, 504])("is sent at most three times after %i", async (status) => {
    const result = await bench.client(failing(status)).listCardDesigns();
    expect(failureOf(result)).toMatchObject({ status, attempts: 3 });
    expect(bench.sent).toHaveLength(3);
  });

  test.each([400, 401, 404, 500, 501])("is sent once after %i", async (status) => {
    await bench.client(failing(status)).listCardDesigns();
    expect(bench.sent).toHaveLength(1);
  });

  test("is retried with increasing delays and jitter", async () => {
    const pauses = async (random: number) => {
      bench.sent = [];
      await bench.client(respondInOrder(connectionReset), () => random).listCardDesigns();
      return bench.sent.slice(1).map(({ at }, index) => at - (bench.sent[index]?.at ?? 0));
    };
    expect(await pauses(0)).toEqual([100, 200]);
    expect(await pauses(1)).toEqual([200, 400]);
  });
});

describe("Retry-After", () => {
  test("is obeyed in seconds", async () => {
    const result = await bench
      .client(respondInOrder(failing(429, { "retry-after": "3" }), designs))
      .listCardDesigns();
    expect(result.ok).toBe(true);
    expect((bench.sent[1]?.at ?? 0) - (bench.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(3000);
  });

  test("is obeyed as a date", async () => {
    const date = "Sun, 15 Nov 2026 14:03:27 GMT";
    await bench.client(respondInOrder(failing(503, { "retry-after": date }), designs)).listCardDesigns();
    expect(bench.sent[1]?.at).toBeGreaterThanOrEqual(Date.parse(date));
  });

  test("beyond the deadline fails the call immediately with the remaining wait", async () => {
    const startedAt = bench.now;
    const result = await bench.client(failing(429, { "retry-after": "60" })).listCardDesigns();
    expect(failureOf(result)).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 60_000,
      attempts: 1,
      retry: "safe",
    });
    expect(bench.now).toBe(startedAt);
  });

  test("applies to every other call: each fails or waits, and none is sent early", async () => {
    const issuer = bench.client(respondInOrder(failing(429, { "retry-after": "60" }), designs));
    await issuer.createCard(CREATE_REQUEST);
    const rateLimitEnd = bench.now + 60_000;
    bench.now += 20_000;
    expect(failureOf(await issuer.freezeCard("card", true))).toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 40_000,
      attempts: 0,
      status: null,
      retry: "safe",
    });
    bench.now += 35_000;
    expect((await issuer.listCardDesigns()).ok).toBe(true);
    expect(bench.sent).toHaveLength(2);
    expect(bench.sent[1]?.at).toBeGreaterThanOrEqual(rateLimitEnd);
  });

  test("is not shortened by another response", async () => {
    let respondToFirst: (response: Response) => void = () => undefined;
    const first = new Promise<Response>((resolve) => {
      respondToFirst = resolve;
    });
    const pause = (seconds: string) => failing(429, { "retry-after": seconds })();
    const issuer = bench.client(() => (bench.sent.length === 1 ? first : pause("60")));
    const calls = [issuer.freezeCard("card", true), issuer.freezeCard("card", true)];
    await calls[1];
    respondToFirst(pause("2"));
    await calls[0];
    expect(failureOf(await issuer.listCards())).toMatchObject({ retryAfterMs: 60_000, attempts: 0 });
  });

  test("is obeyed even if the body is lost", async () => {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(new Error("cut off")) });
    const result = await bench
      .client(() => new Response(body(), { status: 429, headers: { "retry-after": "60" } }))
      .createCard(CREATE_REQUEST);
    expect(failureOf(result)).toMatchObject({ kind: "rate-limited", retryAfterMs: 60_000, retry: "safe" });
  });
});

describe("an unreachable issuer", () => {
  test.each([
    ["every second", 1000],
    ["every seven seconds", 7000],
    ["every twenty seconds", 20_000],
  ])(
    "called %s for 10 minutes receives at most 10 percent more requests, and is used again within 20 s",
    async (_, everyMs) => {
      let isDown = true;
      const issuer = bench.client(() => (isDown ? connectionReset() : designs()));
      const downSince = bench.now;
      let calls = 0;
      for (let at = bench.now; at < downSince + 600_000; at += everyMs) {
        bench.now = Math.max(bench.now, at);
        calls += 1;
        expect((await issuer.listCardDesigns()).ok).toBe(false);
      }
      expect(bench.sent.length).toBeLessThanOrEqual(calls * 1.1);
      isDown = false;
      const backAt = bench.now;
      while (!(await issuer.listCardDesigns()).ok) bench.now += 1000;
      expect(bench.now - backAt).toBeLessThanOrEqual(20_000);
      expect(issuer.state().breaker).toBe("closed");
    },
  );

  test("fails calls immediately while the breaker is open", async () => {
    const issuer = bench.client(connectionReset);
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    expect(bench.sent).toHaveLength(5);
    expect(bench.now).toBe(bench.sent[4]?.at);
    expect(issuer.state()).toMatchObject({ breaker: "open", lastFailure: { cause: "ECONNRESET" } });
    const failure = failureOf(await issuer.createCard(CREATE_REQUEST));
    expect(failure).toMatchObject({
      kind: "unavailable",
      breakerOpen: true,
      attempts: 0,
      durationMs: 0,
      retry: "safe",
    });
    expect(bench.sent).toHaveLength(5);
    expect(issuer.state().lastFailure).toMatchObject({ call: "listCardDesigns", cause: "ECONNRESET" });
  });

  test("mentions that nothing was sent only for a write", async () => {
    const issuer = bench.client(connectionReset);
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    expect(failureOf(await issuer.createCard(CREATE_REQUEST)).message).toContain("wasn’t sent");
    expect(failureOf(await issuer.retrieveCard("card")).message).toBe(
      "The issuer isn’t responding right now.",
    );
    const rateLimited = new IssuerTestBench().client(failing(429, { "retry-after": "60" }));
    expect(failureOf(await rateLimited.listCards()).message).toBe(
      "The issuer is rate limiting our requests.",
    );
    expect(failureOf(await rateLimited.createCard(CREATE_REQUEST)).message).toContain("Nothing was changed");
  });

  test("receives one probe for a hundred callers", async () => {
    let respondToProbe: (response: Response) => void = () => undefined;
    let isDown = true;
    const probe = new Promise<Response>((resolve) => {
      respondToProbe = resolve;
    });
    const issuer = bench.client(() => (isDown ? connectionReset() : probe));
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    bench.now += 10_000;
    isDown = false;
    const calls = Array.from({ length: 100 }, () => issuer.listCardDesigns());
    expect(issuer.state().breaker).toBe("half-open");
    respondToProbe(designs());
    const results = await Promise.all(calls);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(bench.sent).toHaveLength(6);
    expect(issuer.state().breaker).toBe("closed");
  });

  test("is never probed with a create: a read is sent first", async () => {
    let isDown = true;
    const issuer = bench.client(() => (isDown ? connectionReset() : designs()));
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    bench.now += 10_000;
    expect(failureOf(await issuer.createCard(CREATE_REQUEST))).toMatchObject({
      kind: "unavailable",
      breakerOpen: true,
      attempts: 0,
    });
    bench.now += 10_000;
    isDown = false;
    bench.sent = [];
    await issuer.reissueCard("card", { renewOption: "IDENTICAL_TO_THE_CURRENT_CARD" });
    expect(bench.sent.map(({ init }) => init.method)).toEqual(["GET", "PUT"]);
  });

  test.each([400, 401, 404, 429])("counts as reachable if it responds with %i", async (status) => {
    const issuer = bench.client(failing(status));
    for (let call = 0; call < 20; call += 1) await issuer.retrieveCard("card");
    expect(issuer.state().breaker).toBe("closed");
  });
});

describe("a change that may have taken effect", () => {
  test.each([401, 429])("stays uncertain if its retry is rejected with %i", async (status) => {
    const result = await bench
      .client(respondInOrder(connectionReset, failing(status)))
      .freezeCard("card", true);
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", status: null, attempts: 2 });
  });

  test("is distinguished from one that never reached the issuer", async () => {
    const connectionRefused = () =>
      new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    expect(
      failureOf(await bench.client(respondInOrder(connectionRefused)).freezeCard("card", true)),
    ).toMatchObject({
      attempts: 2,
      mayHaveArrived: false,
    });
    expect(failureOf(await bench.client(failing(503)).freezeCard("card", true))).toMatchObject({
      mayHaveArrived: true,
    });
    const rejected = await bench
      .client(respondInOrder(connectionRefused, failing(429)))
      .freezeCard("card", true);
    expect(failureOf(rejected)).toMatchObject({ kind: "rate-limited", status: 429 });
  });
});

describe("a request with a send guard", () => {
  const done = () => Response.json({ message: "done" });

  test("checks the guard after the rate limit ends and before each retry", async () => {
    const issuer = bench.client(respondInOrder(failing(429, { "retry-after": "3" }), connectionReset, done));
    await issuer.blockCard("card", "lost");
    bench.sent = [];
    const checkedAt: number[] = [];
    const result = await issuer.freezeCard("card", true, async () => {
      checkedAt.push(bench.now);
      return true;
    });
    expect(result.ok).toBe(true);
    expect(checkedAt).toHaveLength(2);
    expect(checkedAt).toEqual(bench.sent.map(({ at }) => at));
  });

  test("keeps the first attempt's result if the guard fails before the retry", async () => {
    let checks = 0;
    const result = await bench
      .client(respondInOrder(connectionReset, done))
      .freezeCard("card", true, async () => {
        checks += 1;
        if (checks === 2) throw new Error("Connection terminated");
        return true;
      });
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 1, mayHaveArrived: true });
    const guardFailed = bench.client(done).freezeCard("card", true, async () => {
      throw new Error("Connection terminated");
    });
    await expect(guardFailed).rejects.toThrow("Connection terminated");
  });

  test("is not sent if the guard returns false", async () => {
    const result = await bench.client(done).freezeCard("card", true, async () => false);
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 0, retry: "never" });
    expect(bench.sent).toHaveLength(0);
  });

  test("is not sent if the guard used up the time", async () => {
    const result = await bench.client(done).createCard(CREATE_REQUEST, async () => {
      bench.now += 60_000;
      return true;
    });
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 0, retry: "safe" });
    expect(bench.sent).toHaveLength(0);
  });
});
