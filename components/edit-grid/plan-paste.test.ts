import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readClipboard, writeClipboard } from "./clipboard-cells";
import { planPaste } from "./plan-paste";

describe("the clipboard", () => {
  it("reads what spreadsheets copy", () => {
    expect(readClipboard("a\tb\r\nc\td\r\n")).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(readClipboard("a\n\nb")).toEqual([["a"], [""], ["b"]]);
    expect(readClipboard('"two\nlines"\t"say ""hi"""\n')).toEqual([["two\nlines", 'say "hi"']]);
    expect(readClipboard("a\rb")).toEqual([["a"], ["b"]]);
    expect(readClipboard("")).toEqual([[""]]);
  });

  it("keeps quotes that are part of the text", () => {
    expect(readClipboard('"quoted"\t6" pipe\t"open')).toEqual([['"quoted"', '6" pipe', '"open']]);
  });

  it("reads what it writes", () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('"', "a\tb", "a\nb", 'a"b', '"a"', "\r\n", ""));
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
      // A single empty cell in the last line looks like the end of the line before.
      .filter((rows) => rows.length === 1 || rows.at(-1)?.join("") !== "" || (rows.at(-1)?.length ?? 0) > 1);
    fc.assert(
      fc.property(block, (rows) => {
        expect(readClipboard(writeClipboard(rows))).toEqual(rows);
      }),
    );
  });
});

const size = { rowCount: 3, columnCount: 3 };
const at = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column });

describe("pasting", () => {
  it("fills cells to the right and below", () => {
    expect(
      planPaste(
        [
          ["a", "b"],
          ["c", "d"],
        ],
        at(1, 1),
        size,
      ),
    ).toEqual({
      changes: [
        { row: 1, column: 1, value: "a" },
        { row: 1, column: 2, value: "b" },
        { row: 2, column: 1, value: "c" },
        { row: 2, column: 2, value: "d" },
      ],
      lastRow: 2,
      lastColumn: 2,
      leftOutRows: 0,
      leftOutColumns: 0,
    });
  });

  it("stops at the end and counts what is left out", () => {
    const pasted = planPaste([["a", "b"], ["c"], ["d"]], at(2, 2), size);
    expect(pasted).toEqual({
      changes: [{ row: 2, column: 2, value: "a" }],
      lastRow: 2,
      lastColumn: 2,
      leftOutRows: 2,
      leftOutColumns: 1,
    });
  });

  it("leaves cells alone that a shorter line doesn't have", () => {
    const { changes } = planPaste([["a", "b"], ["c"]], at(0, 0), size);
    expect(changes).toHaveLength(3);
  });

  it("fills the selection with a single cell", () => {
    const { changes, leftOutRows } = planPaste([["x"]], { top: 0, bottom: 2, left: 1, right: 2 }, size);
    expect(changes).toHaveLength(6);
    expect(leftOutRows).toBe(0);
  });
});
