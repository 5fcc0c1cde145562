import { expect, it } from "vitest";
import { readPastedNames } from "./pasted-names";

it("reads IDs and last fours, each once, however they are separated", () => {
  expect(readPastedNames(" 1234, card-a;card-b\r\n1234\tcard-c ")).toEqual({
    names: ["1234", "card-a", "card-b", "card-c"],
  });
});

it.each([
  ["  \n", "Paste card IDs"],
  ["card-a 4111111111111111", "contains a card number"],
  ["x".repeat(65), "too long"],
  [Array.from({ length: 10_001 }, (_, index) => `card-${index}`).join(" "), "more than 10,000"],
])("refuses %#", (text, problem) => {
  expect(readPastedNames(text)).toEqual({ problem: expect.stringMatching(problem) });
});
