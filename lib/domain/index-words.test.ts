import { describe, expect, it } from "vitest";
import { ageWords, indexWords, isIndexStale } from "./index-words";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const list = { known: 612, total: 612, isFilled: true, asOf: "2026-11-15T11:59:57Z" };

describe("how complete the index is", () => {
  it.each([
    [list, "All 612 cards, 3 s ago"],
    [{ ...list, known: 12_480, total: null }, "All 12,480 cards, 3 s ago"],
    [{ ...list, known: 610 }, "610 of 612 cards, 3 s ago"],
    [{ ...list, known: 412, isFilled: false }, "412 of 612 cards so far"],
    [{ ...list, known: 412, total: null, isFilled: false }, "412 cards so far"],
    [{ known: 0, total: null, isFilled: false, asOf: null }, "0 cards so far"],
    [{ ...list, known: 0, total: 0 }, "No cards yet, 3 s ago"],
    [{ ...list, known: 1, total: 1 }, "1 card, 3 s ago"],
    [{ ...list, known: 1, total: 2 }, "1 of 2 cards, 3 s ago"],
  ])("%j is %s", (given, words) => {
    expect(indexWords(given, "card", NOW)).toBe(words);
  });

  it("is stale after a minute without news", () => {
    expect(isIndexStale(list, NOW)).toBe(false);
    expect(isIndexStale(list, NOW + 60_000)).toBe(true);
    expect(isIndexStale({ ...list, asOf: null }, NOW)).toBe(false);
  });
});

it("an age is told in its largest unit", () => {
  expect([0, 3, 60, 3599, 3600, 200_000].map(ageWords)).toEqual([
    "now",
    "3 s ago",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "2 days ago",
  ]);
});
