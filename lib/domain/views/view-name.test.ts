import { describe, expect, it } from "vitest";
import { findNameError, nameKey } from "./view-name";

describe("the name of a view", () => {
  it.each(["Frozen", "Größe ≥ 5", "فریز", "👩‍💻 Ops", "x".repeat(40), " Trimmed "])("can be %j", (name) => {
    expect(findNameError(name)).toBeNull();
  });

  it.each([
    ["", "Enter a name."],
    ["   ", "Enter a name."],
    ["\u200b", "Enter a name."],
    ["\u00ad\u200d", "Enter a name."],
    ["x".repeat(41), "Use at most 40 characters."],
    ["two\nlines", "Use one line without hidden characters."],
    ["two\u2028lines", "Use one line without hidden characters."],
    ["\u202eneflas", "Use one line without hidden characters."],
    ["all", "“All” is the list without a view. Choose another name."],
    ["Ａｌｌ", "“All” is the list without a view. Choose another name."],
  ])("can't be %j", (name, error) => {
    expect(findNameError(name)).toBe(error);
  });

  it("is the same if it looks the same", () => {
    expect(nameKey("Frozen  cards\u200b")).toBe(nameKey("FROZEN cards"));
    expect(nameKey("Frozen")).not.toBe(nameKey("Frozen 2"));
  });
});
