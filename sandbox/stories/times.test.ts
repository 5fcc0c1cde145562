import { describe, expect, it } from "vitest";
import {
  DURATION,
  durationMs,
  formatDuration,
  START_TIME,
  STEP_TIME,
  startTime,
  stepTime,
  storyDate,
} from "./times";

const START = Date.parse("2026-03-10T08:00:00Z");
const HOUR = 3_600_000;

describe("durations", () => {
  it.each([
    ["90s", 90_000],
    ["1d 12h", 36 * HOUR],
    ["2w", 14 * 24 * HOUR],
    ["+30m", HOUR / 2],
  ])("%s", (text, ms) => expect(durationMs(text)).toBe(ms));

  it.each([0, 1000, 61_000, 90_061_000, 14 * 24 * HOUR])("%i ms survives being written", (ms) => {
    expect(formatDuration(ms)).toMatch(DURATION);
    expect(durationMs(formatDuration(ms))).toBe(ms);
  });
});

describe("the time of a step", () => {
  it("counts from the step above, or from the day of the start", () => {
    const previous = START + 5 * HOUR;
    expect(stepTime("+2h", { previous, start: START })).toBe(START + 7 * HOUR);
    expect(stepTime("day 1 09:30", { previous, start: START })).toBe(START + 1.5 * HOUR);
    expect(stepTime("day 3 00:00", { previous, start: START })).toBe(Date.parse("2026-03-12T00:00:00Z"));
  });

  it.each(["2h", "day 0 09:00", "day 1 24:00", "day 1", "+2", "tomorrow", "+1h2m"])("rejects %s", (text) => {
    expect(text).not.toMatch(STEP_TIME);
  });
});

describe("the start of a story", () => {
  const now = new Date("2026-03-31T17:45:10Z");
  it.each([
    ["2026-01-02T03:04:00Z", "2026-01-02T03:04:00.000Z"],
    ["30 days ago 08:00", "2026-03-01T08:00:00.000Z"],
    ["1 days ago", "2026-03-30T17:45:00.000Z"],
    ["day 26 of last month 08:00", "2026-02-26T08:00:00.000Z"],
  ])("%s", (text, instant) => {
    expect(text).toMatch(START_TIME);
    expect(startTime(text, now).toISOString()).toBe(instant);
  });

  it.each(["day 29 of last month", "2026-01-02", "2026-01-02T03:04:00+01:00", "yesterday"])(
    "rejects %s",
    (text) => {
      expect(text).not.toMatch(START_TIME);
    },
  );
});

it.each([
  ["today", "2026-03-12"],
  ["yesterday", "2026-03-11"],
  ["12 days ago", "2026-02-28"],
  ["day 2", "2026-03-11"],
  ["2025-12-31", "2025-12-31"],
])("the date %s", (text, date) => {
  expect(storyDate(text, { at: START + 48 * HOUR, start: START })).toBe(date);
});
