import { describe, expect, it } from "vitest";
import { describeFreshness, describeIndex, formatAge, isIndexStale } from "./describe-index";
import type { IndexedList } from "./search-results";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const list = {
  known: 612,
  total: 612,
  isFilled: true,
  isComplete: true,
  asOf: "2026-11-15T11:59:57Z",
  verifiedAt: "2026-11-15T11:59:48Z",
  missing: null,
};
const HOURS_AGO = "2026-11-15T09:30:00Z";

describe("the description of the index", () => {
  it.each<[IndexedList, string]>([
    [list, "612 cards · synced 12 s ago"],
    [{ ...list, known: 12_480, total: null }, "12,480 cards · synced 12 s ago"],
    [{ ...list, known: 412, isFilled: false, isComplete: false }, "Syncing: 412 of 612 cards"],
    [{ ...list, known: 412, total: null, isFilled: false, isComplete: false }, "Syncing: 412 cards"],
    [{ ...list, known: 0, total: null, isFilled: false, isComplete: false, asOf: null }, "Syncing: 0 cards"],
    [{ ...list, known: 0, total: 0 }, "No cards yet · synced 12 s ago"],
    [{ ...list, known: 1, total: 1 }, "1 card · synced 12 s ago"],
    [{ ...list, known: 412, isComplete: false }, "Syncing: 412 of 612 cards"],
    [{ ...list, known: 700, isComplete: false }, "Syncing: 700 cards"],
  ])("%j is %s", (input, words) => {
    expect(describeIndex(input, "card", NOW)).toBe(words);
  });

  it("never shows the age of the newest page as the age of all records", () => {
    expect(describeIndex({ ...list, verifiedAt: HOURS_AGO }, "card", NOW)).toBe(
      "612 cards · latest cards checked 3 s ago · last full sync 2 h ago",
    );
    expect(describeIndex({ ...list, known: 610, verifiedAt: HOURS_AGO }, "transaction", NOW)).toBe(
      "610 of 612 transactions · latest transactions checked 3 s ago · last full sync 2 h ago",
    );
    expect(describeIndex({ ...list, verifiedAt: null }, "card", NOW)).toBe(
      "612 cards · latest cards checked 3 s ago · full sync pending",
    );
  });

  it("shows how many records the issuer no longer lists", () => {
    expect(
      describeIndex({ ...list, total: 0, missing: { records: 612, since: HOURS_AGO } }, "card", NOW),
    ).toBe("612 cards · 612 no longer listed by the issuer");
  });

  it.each<[Partial<IndexedList>, string]>([
    [{}, "Transactions synced 12 s ago"],
    [{ known: 0, total: 0 }, "Transactions synced 12 s ago"],
    [{ verifiedAt: HOURS_AGO }, "Latest transactions checked 3 s ago · last full sync 2 h ago"],
    [{ asOf: null, verifiedAt: null }, ""],
    [{ known: 412, isFilled: false, isComplete: false }, "Sync incomplete: 412 of 612 transactions"],
    [{ known: 412, total: null, isFilled: false, isComplete: false }, "Sync incomplete: 412 transactions"],
    [{ known: 610, isComplete: false }, "Sync incomplete: 610 of 612 transactions · synced 12 s ago"],
    [{ known: 700, isComplete: false }, "Sync incomplete: 700 transactions · synced 12 s ago"],
    [
      { total: 0, missing: { records: 612, since: HOURS_AGO } },
      "612 transactions no longer listed by the issuer",
    ],
  ])("next to a part of it, %j is %s, without the size of the whole index", (change, words) => {
    expect(describeFreshness({ ...list, ...change }, "transaction", NOW)).toBe(words);
  });

  it("is stale after a minute without a refresh", () => {
    expect(isIndexStale(list, NOW)).toBe(false);
    expect(isIndexStale(list, NOW + 60_000)).toBe(true);
    expect(isIndexStale({ ...list, asOf: null }, NOW)).toBe(false);
  });
});

it("an age has its largest unit only", () => {
  expect([0, 3, 60, 3599, 3600, 200_000].map(formatAge)).toEqual([
    "just now",
    "3 s ago",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "2 days ago",
  ]);
});
