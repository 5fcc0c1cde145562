import { expect, it } from "vitest";
import { countWarned, groupWarnings } from "./issue-warnings";

it("groups warnings of one kind, whichever other row they name", () => {
  const warnings = groupWarnings([
    { row: 4, text: "Before 1900." },
    { row: 4, text: "The same as in row 2." },
    { row: 7, text: "The same as in row 3." },
  ]);
  expect(warnings).toEqual([
    { text: "The same as in another row.", rows: [4, 7] },
    { text: "Before 1900.", rows: [4] },
  ]);
  expect(countWarned(warnings)).toBe(2);
});
