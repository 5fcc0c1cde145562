import { expect, test } from "vitest";
import { readRetryAfterMs } from "./retry-after";

const NOW = Date.parse("2026-11-15T14:03:22.400Z");
const DAY_MS = 86_400_000;

const read = (retryAfter: string, date?: string) =>
  readRetryAfterMs(new Headers({ "retry-after": retryAfter, ...(date ? { date } : {}) }), NOW);

test.each([
  ["0", 0],
  ["1", 1000],
  [" 120 ", 120_000],
  ["1.5", 1500],
  ["99999999999", DAY_MS],
])("%j seconds", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each(["Sun, 15 Nov 2026 14:03:52 GMT", "Sunday, 15-Nov-26 14:03:52 GMT", "Sun Nov 15 14:03:52 2026"])(
  "the HTTP date %j is relative to our clock",
  (text) => {
    expect(read(text)).toBe(29_600);
  },
);

test("a date is relative to the issuer's clock if the response has one", () => {
  expect(read("Sun, 15 Nov 2026 09:00:10 GMT", "Sun, 15 Nov 2026 09:00:00 GMT")).toBe(10_000);
  expect(read("Sun, 15 Nov 2026 14:03:52 GMT", "garbage")).toBe(29_600);
});

test("a past date means no wait", () => {
  expect(read("Sun, 15 Nov 2026 14:03:00 GMT")).toBe(0);
});

test.each([
  "",
  "soon",
  "-5",
  "1, 2",
  "2026-11-15T14:03:52Z",
  "Sun, 99 Nov 2026 14:03:52 GMT",
  "Infinity",
  "1e3",
])("%j is ignored", (text) => {
  expect(read(text)).toBeNull();
});

test("a missing header means null", () => {
  expect(readRetryAfterMs(new Headers(), NOW)).toBeNull();
});
