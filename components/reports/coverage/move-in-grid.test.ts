import { describe, expect, it } from "vitest";
import { moveInGrid, placesBetween } from "./move-in-grid";

const SHAPE = [1, 30, 30, 1];
const press = (key: string, row: number, column: number, isControl = false) =>
  moveInGrid({ key, ctrlKey: isControl, metaKey: false }, { row, column }, SHAPE);

describe("a key in the grid", () => {
  it.each([
    ["ArrowLeft", 1, 0, { row: 1, column: 0 }],
    ["ArrowLeft", 1, 5, { row: 1, column: 4 }],
    ["ArrowRight", 1, 29, { row: 1, column: 29 }],
    ["ArrowRight", 1, 5, { row: 1, column: 6 }],
    ["ArrowUp", 0, 0, { row: 0, column: 0 }],
    ["ArrowDown", 3, 0, { row: 3, column: 0 }],
    ["Home", 2, 9, { row: 2, column: 0 }],
    ["End", 2, 9, { row: 2, column: 29 }],
    ["Enter", 2, 9, null],
  ])("%s at %i, %i", (key, row, column, expected) => expect(press(key, row, column)).toEqual(expected));

  it("keeps the column while it passes a month's row", () => {
    expect(press("ArrowDown", 2, 14)).toEqual({ row: 3, column: 14 });
    expect(press("ArrowUp", 3, 14)).toEqual({ row: 2, column: 14 });
    expect(press("ArrowLeft", 3, 14)).toEqual({ row: 3, column: 0 });
  });

  it("leads to the corners with Control", () => {
    expect(press("Home", 2, 9, true)).toEqual({ row: 0, column: 0 });
    expect(press("End", 1, 9, true)).toEqual({ row: 3, column: 0 });
  });
});

describe("a range", () => {
  it("is the rectangle between two cells, in either direction", () => {
    const expected = [
      { row: 1, column: 3 },
      { row: 1, column: 4 },
      { row: 2, column: 3 },
      { row: 2, column: 4 },
    ];
    expect(placesBetween({ row: 2, column: 3 }, { row: 1, column: 4 }, SHAPE)).toEqual(expected);
    expect(placesBetween({ row: 0, column: 0 }, { row: 0, column: 9 }, SHAPE)).toEqual([
      { row: 0, column: 0 },
    ]);
  });
});
