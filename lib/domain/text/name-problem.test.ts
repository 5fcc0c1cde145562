import { describe, expect, it } from "vitest";
import { findNameProblem } from "./name-problem";

describe("a name", () => {
  it.each(["Frozen", "Größe ≥ 5", "فریز", "می‌خواهم", "한국", "👩‍💻 Ops", "x".repeat(40), " Trimmed "])(
    "can be %j",
    (name) => {
      expect(findNameProblem(name, 40)).toBeNull();
    },
  );

  it.each([
    ["", "Enter a name."],
    ["   ", "Enter a name."],
    ["\u200b", "Enter a name."],
    ["\u00ad\u200d", "Enter a name."],
    ["\u3164", "Enter a name."],
    ["\u2800\uffa0 \u115f\u1160", "Enter a name."],
    ["x".repeat(41), "Use at most 40 characters."],
    ["two\nlines", "Use one line without hidden characters."],
    ["two\u2028lines", "Use one line without hidden characters."],
    ["\u202eneflas", "Use one line without hidden characters."],
    ["Frozen\u3164", "Use one line without hidden characters."],
    ["Frozen\u2800cards", "Use one line without hidden characters."],
  ])("can't be %j", (name, problem) => {
    expect(findNameProblem(name, 40)).toBe(problem);
  });
});
