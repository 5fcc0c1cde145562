import fc from "fast-check";
import { expect, it } from "vitest";
import { quantile } from "./quantile";

const LIMITS = [0.1, 0.5, 1];

it("interpolates within the bucket like Prometheus", () => {
  expect(quantile(0.95, LIMITS, [0, 100, 0, 0])).toBeCloseTo(0.48);
  expect(quantile(0.95, LIMITS, [90, 0, 10, 0])).toBeCloseTo(0.75);
  expect(quantile(0.95, LIMITS, [1, 0, 0, 0])).toBeCloseTo(0.095);
});

it("has no value without observations, and at most the last limit", () => {
  expect(quantile(0.95, LIMITS, [0, 0, 0, 0])).toBeNull();
  expect(quantile(0.95, LIMITS, [1, 0, 0, 99])).toBe(1);
});

it("is in the bucket that has the observation of that rank", () => {
  const counts = fc
    .array(fc.nat(20), { minLength: 4, maxLength: 4 })
    .filter((list) => list.some((n) => n > 0));
  fc.assert(
    fc.property(counts, (list) => {
      const value = quantile(0.95, LIMITS, list) ?? Number.NaN;
      const observations = list.flatMap((count, bucket) => Array<number>(count).fill(bucket));
      const bucket = observations[Math.ceil(0.95 * observations.length) - 1] ?? 0;
      expect(value).toBeGreaterThanOrEqual(bucket === 3 ? 1 : (LIMITS[bucket - 1] ?? 0));
      expect(value).toBeLessThanOrEqual(LIMITS[bucket] ?? 1);
    }),
  );
});
