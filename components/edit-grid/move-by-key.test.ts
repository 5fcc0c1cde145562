import { describe, expect, it } from "vitest";
import { moveByKey } from "./move-by-key";
import { clampSelection, isInRange, rangeOf } from "./position";

const size = { rowCount: 100, columnCount: 5, pageRows: 10 };
const from = { row: 50, column: 2 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

describe("moving with the keyboard", () => {
  it.each([
    ["ArrowUp", { row: 49, column: 2 }],
    ["ArrowDown", { row: 51, column: 2 }],
    ["ArrowLeft", { row: 50, column: 1 }],
    ["ArrowRight", { row: 50, column: 3 }],
    ["PageUp", { row: 40, column: 2 }],
    ["PageDown", { row: 60, column: 2 }],
    ["Home", { row: 50, column: 0 }],
    ["End", { row: 50, column: 4 }],
  ])("%s", (key, to) => {
    expect(moveByKey(from, press(key), size)).toEqual(to);
  });

  it.each([
    ["Home", { row: 0, column: 0 }],
    ["End", { row: 99, column: 4 }],
    ["ArrowUp", { row: 0, column: 2 }],
    ["ArrowDown", { row: 99, column: 2 }],
  ])("Ctrl and %s", (key, to) => {
    expect(moveByKey(from, press(key, true), size)).toEqual(to);
    expect(moveByKey(from, { key, ctrlKey: false, metaKey: true }, size)).toEqual(to);
  });

  it("stays inside the grid", () => {
    expect(moveByKey({ row: 0, column: 0 }, press("ArrowUp"), size)).toEqual({ row: 0, column: 0 });
    expect(moveByKey({ row: 95, column: 4 }, press("PageDown"), size)).toEqual({ row: 99, column: 4 });
    expect(moveByKey(from, press("ArrowDown"), { ...size, rowCount: 0 })).toEqual({ row: 0, column: 2 });
  });

  it("leaves all other keys alone", () => {
    for (const key of ["Tab", "a", "Enter", "toString"]) expect(moveByKey(from, press(key), size)).toBeNull();
  });
});

describe("a selection", () => {
  it("is the same rectangle from any corner", () => {
    const range = { top: 1, bottom: 3, left: 2, right: 4 };
    expect(rangeOf({ anchor: { row: 3, column: 2 }, active: { row: 1, column: 4 } })).toEqual(range);
    expect(isInRange(range, { row: 3, column: 4 })).toBe(true);
    expect(isInRange(range, { row: 4, column: 4 })).toBe(false);
    expect(isInRange(range, { row: 3, column: 1 })).toBe(false);
  });

  it("ends where the rows end", () => {
    const selection = { anchor: { row: 2, column: 0 }, active: { row: 90, column: 9 } };
    expect(clampSelection(selection, { rowCount: 10, columnCount: 5 })).toEqual({
      anchor: { row: 2, column: 0 },
      active: { row: 9, column: 4 },
    });
  });
});
