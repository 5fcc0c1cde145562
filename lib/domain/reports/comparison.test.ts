import { expect, it } from "vitest";
import { describeEquality, hasDifferences, type ReportComparison } from "./comparison";

const EQUAL: ReportComparison = {
  counts: { changed: 0, added: 0, removed: 0, balance: 0 },
  unchanged: 1_200,
  keyColumns: [],
  addedColumns: [],
  removedColumns: [],
  formatDifferences: [],
  isSameFile: false,
};

it.each<[Partial<ReportComparison>, string]>([
  [{ isSameFile: true }, "Both captures are the same file, byte by byte, with the same 1,200 rows."],
  [
    { formatDifferences: ["row order"] },
    "Both captures have the same 1,200 rows. Only the row order differs.",
  ],
  [
    { formatDifferences: ["separators"] },
    "Both captures have the same 1,200 rows. Only the separators differ.",
  ],
  [
    { formatDifferences: ["row order", "separators", "line ends"] },
    "Both captures have the same 1,200 rows. Only the row order, separators and line ends differ.",
  ],
  [
    { unchanged: 1 },
    "Both captures have the same row. Only the way they are written differs, such as quotes or blank lines.",
  ],
  [
    { isSameFile: true, formatDifferences: ["masked values"] },
    "Both captures have the same 1,200 rows. They differ only in masked values, such as card numbers, which aren’t stored.",
  ],
])("describes equal files: %j", (facts, text) => {
  expect(describeEquality({ ...EQUAL, ...facts })).toBe(text);
});

it("counts another column as a difference", () => {
  expect(hasDifferences(EQUAL)).toBe(false);
  expect(hasDifferences({ ...EQUAL, addedColumns: ["mcc"] })).toBe(true);
  expect(hasDifferences({ ...EQUAL, counts: { ...EQUAL.counts, balance: 1 } })).toBe(true);
});
