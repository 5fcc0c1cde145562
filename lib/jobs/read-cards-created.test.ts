import { describe, expect, it } from "vitest";
import { isSameList } from "./read-cards-created";

describe("two passes through a list", () => {
  it.each([
    ["nothing changed", ["b", "a"], ["b", "a"]],
    ["newer cards were added at the start", ["b", "a"], ["d", "c", "b", "a"]],
    ["a card was read twice because newer ones moved it", ["b", "b", "a"], ["b", "a"]],
    ["the list was empty and now has a card", [], ["a"]],
  ])("agree if %s", (_, before, after) => {
    expect(isSameList(before, after)).toBe(true);
  });

  it.each([
    ["a card appears in the middle", ["c", "a"], ["c", "b", "a"]],
    ["a card appears at the end", ["c", "b"], ["c", "b", "a"]],
    ["a card is missing", ["c", "b", "a"], ["c", "a"]],
  ])("don't agree if %s", (_, before, after) => {
    expect(isSameList(before, after)).toBe(false);
  });
});
