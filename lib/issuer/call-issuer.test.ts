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
  test.each([429, 502, 503, 504])("is sent three times at most after %i", async (status) => {
    const result = await bench.client(failing(status)).listCardDesigns();
    expect(failureOf(result)).toMatchObject({ status, attempts: 3 });
    expect(bench.sent).toHaveLength(3);
  });

  test.each([400, 401, 404, 500, 501])("is sent once after %i", async (status) => {
    await bench.client(failing(status)).listCardDesigns();
    expect(bench.sent).toHaveLength(1);
  });

  test("pauses longer each time, and never by the same amount for all", async () => {
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
  test("in seconds is waited out, never less", async () => {
    const result = await bench
      .client(respondInOrder(failing(429, { "retry-after": "3" }), designs))
      .listCardDesigns();
    expect(result.ok).toBe(true);
    expect((bench.sent[1]?.at ?? 0) - (bench.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(3000);
  });

  test("as a date is waited out", async () => {
    const date = "Sun, 15 Nov 2026 14:03:27 GMT";
    await bench.client(respondInOrder(failing(503, { "retry-after": date }), designs)).listCardDesigns();
    expect(bench.sent[1]?.at).toBeGreaterThanOrEqual(Date.parse(date));
  });

  test("beyond the deadline fails at once, and says how long", async () => {
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

  test("holds every other call too: it fails, waits, and is sent no sooner than the moment", async () => {
    const issuer = bench.client(respondInOrder(failing(429, { "retry-after": "60" }), designs));
    await issuer.createCard(CREATE_REQUEST);
    const moment = bench.now + 60_000;
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
    expect(bench.sent[1]?.at).toBeGreaterThanOrEqual(moment);
  });

  test("stands, though another answer asks for less", async () => {
    let answerFirst: (response: Response) => void = () => undefined;
    const first = new Promise<Response>((resolve) => {
      answerFirst = resolve;
    });
    const pause = (seconds: string) => failing(429, { "retry-after": seconds })();
    const issuer = bench.client(() => (bench.sent.length === 1 ? first : pause("60")));
    const calls = [issuer.freezeCard("card", true), issuer.freezeCard("card", true)];
    await calls[1];
    answerFirst(pause("2"));
    await calls[0];
    expect(failureOf(await issuer.listCards())).toMatchObject({ retryAfterMs: 60_000, attempts: 0 });
  });

  test("of a lost body is heard", async () => {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(new Error("cut off")) });
    const result = await bench
      .client(() => new Response(body(), { status: 429, headers: { "retry-after": "60" } }))
      .createCard(CREATE_REQUEST);
    expect(failureOf(result)).toMatchObject({ kind: "rate-limited", retryAfterMs: 60_000, retry: "safe" });
  });
});

describe("an issuer that goes dark", () => {
  test.each([
    ["every second", 1000],
    ["every seven seconds", 7000],
    ["every twenty seconds", 20_000],
  ])(
    "for 10 minutes, asked %s, is sent at most a tenth more, and is back within 20 s",
    async (_, everyMs) => {
      let isDark = true;
      const issuer = bench.client(() => (isDark ? connectionReset() : designs()));
      const darkFrom = bench.now;
      let asked = 0;
      for (let at = bench.now; at < darkFrom + 600_000; at += everyMs) {
        bench.now = Math.max(bench.now, at);
        asked += 1;
        expect((await issuer.listCardDesigns()).ok).toBe(false);
      }
      expect(bench.sent.length).toBeLessThanOrEqual(asked * 1.1);
      isDark = false;
      const backAt = bench.now;
      while (!(await issuer.listCardDesigns()).ok) bench.now += 1000;
      expect(bench.now - backAt).toBeLessThanOrEqual(20_000);
      expect(issuer.state().breaker).toBe("closed");
    },
  );

  test("fails fast while the breaker is open, and says so", async () => {
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

  test("speaks of what was not sent after a write, and not after a read", async () => {
    const issuer = bench.client(connectionReset);
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    expect(failureOf(await issuer.createCard(CREATE_REQUEST)).message).toContain("wasn’t sent");
    expect(failureOf(await issuer.retrieveCard("card")).message).toBe(
      "The issuer isn’t responding right now.",
    );
    const paused = new IssuerTestBench().client(failing(429, { "retry-after": "60" }));
    expect(failureOf(await paused.listCards()).message).toBe("The issuer is rate limiting our requests.");
    expect(failureOf(await paused.createCard(CREATE_REQUEST)).message).toContain("Nothing was changed");
  });

  test("gets one probe for a hundred callers", async () => {
    let answerProbe: (response: Response) => void = () => undefined;
    let isDark = true;
    const probe = new Promise<Response>((resolve) => {
      answerProbe = resolve;
    });
    const issuer = bench.client(() => (isDark ? connectionReset() : probe));
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    bench.now += 10_000;
    isDark = false;
    const calls = Array.from({ length: 100 }, () => issuer.listCardDesigns());
    expect(issuer.state().breaker).toBe("half-open");
    answerProbe(designs());
    const results = await Promise.all(calls);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(bench.sent).toHaveLength(6);
    expect(issuer.state().breaker).toBe("closed");
  });

  test("never learns that it is back by a create: a read goes first", async () => {
    let isDark = true;
    const issuer = bench.client(() => (isDark ? connectionReset() : designs()));
    for (let call = 0; call < 2; call += 1) await issuer.listCardDesigns();
    bench.now += 10_000;
    expect(failureOf(await issuer.createCard(CREATE_REQUEST))).toMatchObject({
      kind: "unavailable",
      breakerOpen: true,
      attempts: 0,
    });
    bench.now += 10_000;
    isDark = false;
    bench.sent = [];
    await issuer.reissueCard("card", { renewOption: "IDENTICAL_TO_THE_CURRENT_CARD" });
    expect(bench.sent.map(({ init }) => init.method)).toEqual(["GET", "PUT"]);
  });

  test.each([400, 401, 404, 429])("is not dark for answering %i", async (status) => {
    const issuer = bench.client(failing(status));
    for (let call = 0; call < 20; call += 1) await issuer.retrieveCard("card");
    expect(issuer.state().breaker).toBe("closed");
  });
});

describe("a change that may have been carried out", () => {
  test.each([401, 429])("stays in doubt when its second try is turned away with %i", async (status) => {
    const result = await bench
      .client(respondInOrder(connectionReset, failing(status)))
      .freezeCard("card", true);
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", status: null, attempts: 2 });
  });

  test("is told from one that never reached the issuer", async () => {
    const refused = () =>
      new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    expect(failureOf(await bench.client(respondInOrder(refused)).freezeCard("card", true))).toMatchObject({
      attempts: 2,
      mayHaveArrived: false,
    });
    expect(failureOf(await bench.client(failing(503)).freezeCard("card", true))).toMatchObject({
      mayHaveArrived: true,
    });
    const turnedAway = await bench.client(respondInOrder(refused, failing(429))).freezeCard("card", true);
    expect(failureOf(turnedAway)).toMatchObject({ kind: "rate-limited", status: 429 });
  });
});

describe("a request that asks whether it may still be sent", () => {
  const done = () => Response.json({ message: "done" });

  test("asks when the issuer's pause is over, and again before it is repeated", async () => {
    const issuer = bench.client(respondInOrder(failing(429, { "retry-after": "3" }), connectionReset, done));
    await issuer.blockCard("card", "lost");
    bench.sent = [];
    const asked: number[] = [];
    const result = await issuer.freezeCard("card", true, async () => {
      asked.push(bench.now);
      return true;
    });
    expect(result.ok).toBe(true);
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(bench.sent.map(({ at }) => at));
  });

  test("has what came of the first try when it cannot be asked about a second", async () => {
    let asked = 0;
    const result = await bench
      .client(respondInOrder(connectionReset, done))
      .freezeCard("card", true, async () => {
        asked += 1;
        if (asked === 2) throw new Error("Connection terminated");
        return true;
      });
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 1, mayHaveArrived: true });
    const unasked = bench.client(done).freezeCard("card", true, async () => {
      throw new Error("Connection terminated");
    });
    await expect(unasked).rejects.toThrow("Connection terminated");
  });

  test("is not sent when it may not be", async () => {
    const result = await bench.client(done).freezeCard("card", true, async () => false);
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 0, retry: "never" });
    expect(bench.sent).toHaveLength(0);
  });

  test("is not sent when the answer took all its time", async () => {
    const result = await bench.client(done).createCard(CREATE_REQUEST, async () => {
      bench.now += 60_000;
      return true;
    });
    expect(failureOf(result)).toMatchObject({ kind: "unavailable", attempts: 0, retry: "safe" });
    expect(bench.sent).toHaveLength(0);
  });
});
