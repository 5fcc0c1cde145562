import { describe, expect, it } from "vitest";
import { findNameError, findTakenError } from "./view-name";

describe("the name of a view", () => {
  it.each(["Frozen", "x".repeat(40), " Trimmed "])("can be %j", (name) => {
    expect(findNameError(name)).toBeNull();
  });

  it.each([
    ["", "Enter a name."],
    ["\u3164", "Enter a name."],
    ["x".repeat(41), "Use at most 40 characters."],
    ["all", "“All” is the list without a view. Choose another name."],
    ["Ａｌ\u200bｌ", "“All” is the list without a view. Choose another name."],
  ])("can't be %j", (name, error) => {
    expect(findNameError(name)).toBe(error);
  });
});

it.each([
  ["frozen ", false, "You already have a view with this name. Choose another name."],
  ["Frozen", true, null],
  ["DECLINED", true, "The team already has a view with this name. Choose another name."],
  ["Declined", false, null],
])("a name is taken by another view of the same kind: %j", (name, isShared, error) => {
  const others = [
    { name: "Frozen", isShared: false },
    { name: "Declined", isShared: true },
  ];
  expect(findTakenError(name, others, isShared)).toBe(error);
});
