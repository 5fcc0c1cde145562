import { expect, it } from "vitest";
import { describeLatest, findPeak, formatMeasure } from "./last-hour-text";

it("formats each unit", () => {
  expect(formatMeasure("requests", 1204)).toBe("1,204");
  expect([180, 999, 1234].map((value) => formatMeasure("pageMs", value))).toEqual([
    "180 ms",
    "999 ms",
    "1.2 s",
  ]);
  expect(formatMeasure("memoryBytes", 312_400_000)).toBe("312 MB");
});

const one = { running: 1, hasMinute: true };
const two = { running: 2, hasMinute: true };

it("says what the current value is about", () => {
  expect(describeLatest({ measure: "requests", latest: 0 }, one)).toEqual({ value: "0", about: "a minute" });
  expect(describeLatest({ measure: "requests", latest: 12 }, two).about).toBe("a minute");
  expect(describeLatest({ measure: "memoryBytes", latest: 3e8 }, one).about).toBe("");
  expect(describeLatest({ measure: "memoryBytes", latest: 3e8 }, two).about).toBe("highest of 2 copies");
  expect(describeLatest({ measure: "waitingJobs", latest: 4 }, two)).toEqual({ value: "4", about: "" });
});

it("says that there is no value instead of a zero", () => {
  const noPages = { measure: "pageMs", latest: null } as const;
  expect(describeLatest(noPages, one)).toEqual({ value: "", about: "No pages in the last minute" });
  expect(describeLatest(noPages, { ...one, hasMinute: false }).about).toBe("No value yet");
  expect(describeLatest({ measure: "requests", latest: null }, one).about).toBe("No value yet");
});

it("finds the first of the highest values", () => {
  expect(findPeak([null, 3, 7, 7, null])).toEqual({ index: 2, value: 7 });
  expect(findPeak([0])).toEqual({ index: 0, value: 0 });
  expect(findPeak([null])).toBeNull();
});
