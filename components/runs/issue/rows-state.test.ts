import { describe, expect, it } from "vitest";
import {
  addRows,
  changeCells,
  isBlank,
  newNumbers,
  redoEdit,
  removeRows,
  startRows,
  undoEdit,
} from "./rows-state";

const start = startRows([
  { number: 2, cells: { city: "London" } },
  { number: 3, cells: { city: "Paris" } },
  { number: 5, cells: {} },
]);

describe("the rows of a file", () => {
  it("changes cells as one step, and leaves the other rows as they are", () => {
    const changed = changeCells(start, [
      { number: 3, key: "city", value: "Lyon" },
      { number: 3, key: "country", value: "FRA" },
      { number: 5, key: "city", value: "Rome" },
    ]);
    expect(changed.rows[1]?.cells).toEqual({ city: "Lyon", country: "FRA" });
    expect(changed.rows[0]).toBe(start.rows[0]);
    const undone = undoEdit(changed);
    expect(undone).toMatchObject({ number: 3, key: "city" });
    expect(undone?.state.rows[1]?.cells).toEqual({ city: "Paris", country: "" });
    const redone = undone && redoEdit(undone.state);
    expect(redone?.state.rows).toEqual(changed.rows);
  });

  it("records nothing if nothing changes", () => {
    expect(changeCells(start, [{ number: 2, key: "city", value: "London" }])).toBe(start);
    expect(changeCells(start, [{ number: 4, key: "city", value: "Bonn" }])).toBe(start);
    expect(removeRows(start, new Set([4]))).toBe(start);
    expect(undoEdit(start)).toBeNull();
    expect(redoEdit(start)).toBeNull();
  });

  it("puts removed rows back at their places, also after other edits", () => {
    const removed = removeRows(start, new Set([2, 5]));
    expect(removed.rows.map(({ number }) => number)).toEqual([3]);
    const changed = changeCells(removed, [{ number: 3, key: "city", value: "Lyon" }]);
    const once = undoEdit(changed);
    const twice = once && undoEdit(once.state);
    expect(twice?.state.rows).toEqual(start.rows);
    const redone = twice && redoEdit(twice.state);
    expect(redone?.state.rows.map(({ number }) => number)).toEqual([3]);
  });

  it("adds empty rows with numbers of their own, also after the last one was removed", () => {
    const added = addRows(removeRows(start, new Set([5])), 2);
    expect(added.rows.map(({ number }) => number)).toEqual([2, 3, 6, 7]);
    const undone = undoEdit(added);
    expect(undone?.state.rows.map(({ number }) => number)).toEqual([2, 3]);
    const redone = undone && redoEdit(undone.state);
    expect(redone?.state.rows).toEqual(added.rows);
  });

  it("adds rows for pasted cells, and removes them with the same step", () => {
    const numbers = newNumbers(start, 2);
    expect(numbers).toEqual([6, 7]);
    const edits = [5, ...numbers].map((number) => ({ number, key: "city" as const, value: "Bonn" }));
    const pasted = changeCells(start, edits, numbers);
    expect(pasted.rows.slice(2)).toEqual([5, 6, 7].map((number) => ({ number, cells: { city: "Bonn" } })));
    const undone = undoEdit(pasted);
    expect(undone?.state.rows.map(({ number }) => number)).toEqual([2, 3, 5]);
    expect(undone && redoEdit(undone.state)?.state.rows).toEqual(pasted.rows);
  });

  it("knows a row in which nothing is filled in", () => {
    expect(isBlank({ number: 1, cells: {} })).toBe(true);
    expect(isBlank({ number: 1, cells: { city: "" } })).toBe(true);
    expect(isBlank({ number: 1, cells: { city: "Bonn" } })).toBe(false);
  });
});
