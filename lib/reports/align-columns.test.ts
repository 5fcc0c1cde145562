import { expect, it } from "vitest";
import { alignColumns, alignedCells } from "./align-columns";

it("finds a column by its name, and the second of a name by its order", () => {
  const aligned = alignColumns(["id", "fee", "fee", "old"], ["fee", "new", "id", " fee "]);
  expect(aligned).toMatchObject({
    columns: ["fee", "id", " fee "],
    before: [1, 0, 2],
    after: [0, 2, 3],
    added: ["new"],
    removed: ["old"],
  });
});

it("treats a missing cell as an empty one, and keeps cells beyond the last column", () => {
  const aligned = alignColumns(["a", "b"], ["b", "a"]);
  expect(alignedCells(["1"], aligned, "before")).toEqual(["", "1"]);
  expect(alignedCells(["", "1", "", ""], aligned, "after")).toEqual(["", "1"]);
  expect(alignedCells(["2", "1", "3"], aligned, "after")).toEqual(["2", "1", "3"]);
});
