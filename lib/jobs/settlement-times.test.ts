import { describe, expect, it } from "vitest";
import {
  abandonedAfterMs,
  longestProcessingMs,
  pauseAfterInconclusiveMs,
  pauseWhileOpenMs,
} from "./settlement-times";

const middle = () => 0.5;

describe.each([100, 10_000, 120_000])("with a deadline of %i ms for a call", (timeoutMs) => {
  it("an action is abandoned only after all its calls could have used their deadlines", () => {
    expect(abandonedAfterMs(timeoutMs)).toBeGreaterThan(3 * timeoutMs);
  });

  it("nothing is called a failure while the issuer may still carry it out", () => {
    expect(longestProcessingMs(timeoutMs)).toBeGreaterThan(2 * timeoutMs);
  });
});

describe("the pause before the next check", () => {
  it("grows with the age of an operation whose issuer is away, up to half a minute", () => {
    expect([0, 20_000, 60_000, 86_400_000].map((ageMs) => pauseWhileOpenMs(ageMs, middle))).toEqual([
      2_000, 5_000, 15_000, 30_000,
    ]);
  });

  it("doubles after each reading that could not tell, up to an hour", () => {
    expect([1, 2, 6, 1_000].map((attempts) => pauseAfterInconclusiveMs(attempts, middle))).toEqual([
      2_000, 4_000, 64_000, 3_600_000,
    ]);
  });

  it("is spread, so that operations lost together are not checked together", () => {
    expect(pauseWhileOpenMs(0, () => 0)).toBe(1_600);
    expect(pauseWhileOpenMs(0, () => 1)).toBe(2_400);
  });
});
