import { describe, expect, it } from "vitest";
import { isSameList } from "./read-cards-created";

describe("two passes through a list agree", () => {
  it.each([
    ["nothing changed", ["b", "a"], ["b", "a"]],
    ["newer cards came before all others", ["b", "a"], ["d", "c", "b", "a"]],
    ["a card was met twice because newer ones pushed it", ["b", "b", "a"], ["b", "a"]],
    ["the list was empty and is not any more", [], ["a"]],
  ])("when %s", (_, before, after) => {
    expect(isSameList(before, after)).toBe(true);
  });

  it.each([
    ["a card turns up among those that were read", ["c", "a"], ["c", "b", "a"]],
    ["a card turns up at the end", ["c", "b"], ["c", "b", "a"]],
    ["a card is gone", ["c", "b", "a"], ["c", "a"]],
  ])("but not when %s", (_, before, after) => {
    expect(isSameList(before, after)).toBe(false);
  });
});
