import { expect, it } from "vitest";
import { cellComparator } from "./cell-comparator";

function sort(cells: string[]): string[] {
  const compare = cellComparator(cells);
  return cells
    .map((_, index) => index)
    .sort(compare)
    .map((index) => cells[index] ?? "");
}

it.each([
  [
    ["-1.60", "-10.13", "", "-101.46"],
    ["", "-101.46", "-10.13", "-1.60"],
  ],
  [
    ["−1,60", "−10,13", "", "−101,46"],
    ["", "−101,46", "−10,13", "−1,60"],
  ],
  [
    ["1.098,40", "98,40", "9"],
    ["9", "98,40", "1.098,40"],
  ],
  [
    ["10.5", "9,5", "9.5"],
    ["10.5", "9,5", "9.5"],
  ],
  [
    ["b10", "10", "9"],
    ["10", "9", "b10"],
  ],
])("sorts %j", (cells, sorted) => {
  expect(sort(cells)).toEqual(sorted);
});
