import { expect, it } from "vitest";
import { rowsFoundWords } from "./rows-found";

const shown = { total: 2_289, search: "refund" };

it("the number of rows found belongs to the text that was searched for", () => {
  expect(rowsFoundWords(shown, "refund")).toBe("2,289 rows found");
  expect(rowsFoundWords(shown, "refunds")).toBe("Searching…");
  expect(rowsFoundWords(shown, "")).toBe("Searching…");
  expect(rowsFoundWords({ total: 2_289, search: "" }, "")).toBe("2,289 rows");
});

it("says where the list ends before the file does", () => {
  expect(rowsFoundWords({ total: 600_000, search: "" }, "")).toBe("600,000 rows, showing the first 500,000");
});
