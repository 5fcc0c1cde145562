import { describe, expect, it } from "vitest";
import {
  abandonedAfterMs,
  maxProcessingMs,
  pauseAfterInconclusiveMs,
  pauseWhileOpenMs,
} from "./resolution-times";

const noJitter = () => 0.5;

describe.each([100, 10_000, 120_000])("with a timeout of %i ms per call", (timeoutMs) => {
  it("an action is considered dead only after the timeouts of all its calls", () => {
    expect(abandonedAfterMs(timeoutMs)).toBeGreaterThan(3 * timeoutMs);
  });

  it("an operation is not resolved as failed while the issuer may still process it", () => {
    expect(maxProcessingMs(timeoutMs)).toBeGreaterThan(2 * timeoutMs);
  });
});

describe("the pause before the next check", () => {
  it("grows with the operation's age while the issuer is unreachable, up to half a minute", () => {
    expect([0, 20_000, 60_000, 86_400_000].map((ageMs) => pauseWhileOpenMs(ageMs, noJitter))).toEqual([
      2_000, 5_000, 15_000, 30_000,
    ]);
  });

  it("doubles after each inconclusive attempt, up to an hour", () => {
    expect([1, 2, 6, 1_000].map((attempts) => pauseAfterInconclusiveMs(attempts, noJitter))).toEqual([
      2_000, 4_000, 64_000, 3_600_000,
    ]);
  });

  it("has jitter, so that operations that failed together are not checked together", () => {
    expect(pauseWhileOpenMs(0, () => 0)).toBe(1_600);
    expect(pauseWhileOpenMs(0, () => 1)).toBe(2_400);
  });
});
