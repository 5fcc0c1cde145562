import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Breaker, type Permit } from "./breaker";

let now = 0;
let breaker: Breaker;

beforeEach(() => {
  now = 1_000_000;
  breaker = new Breaker(() => now);
});

function admitted(): Permit {
  const permit = breaker.admit();
  if (!permit) throw new Error("The breaker let nothing through");
  return permit;
}

function settle(...outcomes: boolean[]): void {
  for (const isHealthy of outcomes) admitted().settle(isHealthy);
}

const FIVE_FAILURES = [false, false, false, false, false];

describe("closed", () => {
  test("opens at the fifth failure in a row, not at the fourth", () => {
    settle(false, false, false, false);
    expect(breaker.state).toBe("closed");
    settle(false);
    expect(breaker.state).toBe("open");
    expect(breaker.admit()).toBeNull();
  });

  test("one success resets the count", () => {
    settle(false, false, false, false, true, false, false, false, false);
    expect(breaker.state).toBe("closed");
  });

  test("concurrent calls are counted separately", () => {
    const permits = Array.from({ length: 50 }, admitted);
    for (const permit of permits) permit.settle(false);
    expect(breaker.state).toBe("open");
  });
});

describe("open", () => {
  beforeEach(() => settle(...FIVE_FAILURES));

  test("rejects every request for at most 10 seconds", () => {
    const until = breaker.retryAfterMs;
    expect(until).toBeGreaterThan(0);
    expect(until).toBeLessThanOrEqual(10_000);
    now += until - 1;
    expect(breaker.admit()).toBeNull();
    now += 1;
    expect(breaker.state).toBe("half-open");
    expect(breaker.isProbeDue).toBe(true);
  });

  test("then admits exactly one request at a time", () => {
    now += 10_000;
    const probe = admitted();
    expect(breaker.state).toBe("half-open");
    expect(breaker.isProbeDue).toBe(false);
    now += 3_600_000;
    expect(breaker.admit()).toBeNull();
    probe.settle(false);
    expect(breaker.state).toBe("open");
    expect(breaker.admit()).toBeNull();
  });

  test("closes and resets the count after one successful probe", () => {
    now += 10_000;
    settle(true);
    expect(breaker.state).toBe("closed");
    settle(false, false, false, false);
    expect(breaker.state).toBe("closed");
  });

  test("counts a permit that is settled twice only once", () => {
    now += 10_000;
    const probe = admitted();
    probe.settle(false);
    probe.settle(true);
    expect(breaker.state).toBe("open");
  });
});

test("requests sent before it opened have no effect, neither while it is open nor after it closed", () => {
  const sentBefore = Array.from({ length: 20 }, admitted);
  const [lateSuccess, ...lateFailures] = sentBefore.splice(5);
  for (const permit of sentBefore) permit.settle(false);
  lateSuccess?.settle(true);
  expect(breaker.state).toBe("open");
  now += 10_000;
  const probe = admitted();
  lateFailures.pop()?.settle(false);
  lateFailures.pop()?.settle(true);
  expect(breaker.state).toBe("half-open");
  probe.settle(true);
  for (const permit of lateFailures) permit.settle(false);
  expect(breaker.state).toBe("closed");
});

test("never sends two probes and never stays open forever, for any order of calls, results and delays", () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant("call" as const) }),
    fc.record({ type: fc.constant("result" as const), index: fc.nat(), isHealthy: fc.boolean() }),
    fc.record({ type: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 12_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      breaker = new Breaker(() => now);
      const inFlight: { permit: Permit; isProbe: boolean }[] = [];
      for (const next of steps) {
        if (next.type === "wait") now += next.ms;
        if (next.type === "call") {
          const isProbe = breaker.isProbeDue;
          const permit = breaker.admit();
          if (permit) inFlight.push({ permit, isProbe });
        }
        if (next.type === "result")
          inFlight.splice(next.index % (inFlight.length || 1), 1)[0]?.permit.settle(next.isHealthy);
        expect(inFlight.filter(({ isProbe }) => isProbe).length).toBeLessThanOrEqual(1);
      }
      for (const { permit } of inFlight) permit.settle(false);
      now += 10_000;
      expect(breaker.admit()).not.toBeNull();
    }),
  );
});
