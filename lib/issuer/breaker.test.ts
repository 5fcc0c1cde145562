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

  test("one success starts the count again", () => {
    settle(false, false, false, false, true, false, false, false, false);
    expect(breaker.state).toBe("closed");
  });

  test("calls that were out together count each for itself", () => {
    const permits = Array.from({ length: 50 }, admitted);
    for (const permit of permits) permit.settle(false);
    expect(breaker.state).toBe("open");
  });
});

describe("open", () => {
  beforeEach(() => settle(...FIVE_FAILURES));

  test("lets nothing through, for at most 10 seconds", () => {
    const until = breaker.retryAfterMs;
    expect(until).toBeGreaterThan(0);
    expect(until).toBeLessThanOrEqual(10_000);
    now += until - 1;
    expect(breaker.admit()).toBeNull();
    now += 1;
    expect(breaker.state).toBe("half-open");
    expect(breaker.isDue).toBe(true);
  });

  test("then lets exactly one through at a time", () => {
    now += 10_000;
    const probe = admitted();
    expect(breaker.state).toBe("half-open");
    expect(breaker.isDue).toBe(false);
    now += 3_600_000;
    expect(breaker.admit()).toBeNull();
    probe.settle(false);
    expect(breaker.state).toBe("open");
    expect(breaker.admit()).toBeNull();
  });

  test("one successful probe closes it, with a fresh count", () => {
    now += 10_000;
    settle(true);
    expect(breaker.state).toBe("closed");
    settle(false, false, false, false);
    expect(breaker.state).toBe("closed");
  });

  test("a permit settled twice counts once", () => {
    now += 10_000;
    const probe = admitted();
    probe.settle(false);
    probe.settle(true);
    expect(breaker.state).toBe("open");
  });
});

test("what was sent before it opened changes nothing, neither while it is open nor after it closed", () => {
  const early = Array.from({ length: 20 }, admitted);
  const [hopeful, ...lost] = early.splice(5);
  for (const permit of early) permit.settle(false);
  hopeful?.settle(true);
  expect(breaker.state).toBe("open");
  now += 10_000;
  const probe = admitted();
  lost.pop()?.settle(false);
  lost.pop()?.settle(true);
  expect(breaker.state).toBe("half-open");
  probe.settle(true);
  for (const permit of lost) permit.settle(false);
  expect(breaker.state).toBe("closed");
});

test("under any order of calls, answers and time it never sends two probes, nor stays shut for ever", () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant("call" as const) }),
    fc.record({ type: fc.constant("answer" as const), index: fc.nat(), isHealthy: fc.boolean() }),
    fc.record({ type: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 12_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      breaker = new Breaker(() => now);
      const out: { permit: Permit; isProbe: boolean }[] = [];
      for (const next of steps) {
        if (next.type === "wait") now += next.ms;
        if (next.type === "call") {
          const isProbe = breaker.isDue;
          const permit = breaker.admit();
          if (permit) out.push({ permit, isProbe });
        }
        if (next.type === "answer")
          out.splice(next.index % (out.length || 1), 1)[0]?.permit.settle(next.isHealthy);
        expect(out.filter(({ isProbe }) => isProbe).length).toBeLessThanOrEqual(1);
      }
      for (const { permit } of out) permit.settle(false);
      now += 10_000;
      expect(breaker.admit()).not.toBeNull();
    }),
  );
});
