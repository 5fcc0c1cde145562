import { expect, it } from "vitest";
import { rowCountText } from "./row-count-text";

const shown = { total: 2_289, search: "refund" };

it("shows a count only for the current search text", () => {
  expect(rowCountText(shown, "refund")).toBe("2,289 rows found");
  expect(rowCountText(shown, "refunds")).toBe("Searching…");
  expect(rowCountText(shown, "")).toBe("Searching…");
  expect(rowCountText({ total: 2_289, search: "" }, "")).toBe("2,289 rows");
});

it("says if only the first rows are shown", () => {
  expect(rowCountText({ total: 600_000, search: "" }, "")).toBe("600,000 rows, showing the first 500,000");
});
