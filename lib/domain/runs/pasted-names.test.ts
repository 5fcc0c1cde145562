import { expect, it } from "vitest";
import { readPastedNames } from "./pasted-names";

const A = "0b9c2f6e-4a51-4c0e-9d38-2f1f3a5b7c11";
const B = "6d3c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a";

it("reads IDs and last fours, each once, however they are separated", () => {
  expect(readPastedNames(` 1234, ${A};${B.toUpperCase()}\r\n1234\t5678 `)).toEqual({
    names: ["1234", A, B, "5678"],
  });
});

it.each(["••5417", "•• 5417", "****5417", "**** **** **** 5417"])("reads %s as a last four", (text) => {
  expect(readPastedNames(`1234, ${text}\n6789`)).toEqual({ names: ["1234", "5417", "6789"] });
});

it.each([
  ["  \n", "Paste card IDs"],
  [`${A} 4111111111111111`, "could contain a card number"],
  ["4539 1488 0343 6467", "could contain a card number"],
  ["4539-1488-0343-6467", "could contain a card number"],
  [`${A} jane.doe@example.com`, "Entry 2 is neither"],
  ["Jane Doe 1980-02-03", "3 entries are neither card IDs nor last fours. The first is entry 1."],
  [Array.from({ length: 10_001 }, (_, index) => `x${index}`).join("\n"), "more than 10,000"],
  // Not searched for card numbers, which it has.
  ["0-".repeat(200_000), "Entry 1 is neither"],
  [`4111-1111-1111-1111 ${A}0`, "2 entries are neither"],
  ["1 ".repeat(500_000), "more than 10,000"],
  ["1-".repeat(500_000), "more than 10,000"],
  ["* ".repeat(200_000), "more than 10,000"],
  ["••", "Entry 1 is neither"],
])("refuses %#", (text, problem) => {
  expect(readPastedNames(text)).toMatchObject({ problem: expect.stringMatching(problem) });
});

it("finds what it refuses, also after repeated ones", () => {
  expect(readPastedNames("1234\n1234, Card 5678")).toEqual({
    problem: "Entry 3 is neither a card ID nor a last four.",
    from: 11,
    to: 15,
  });
});
