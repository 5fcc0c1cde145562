import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECT_BYTES, detectDialect } from "./detect-dialect";

describe("the dialect of a file", () => {
  it.each([
    ["a,b\n1;2;3,4", ",", "\n"],
    ["a;b;c,d\r\n", ";", "\n"],
    ["a\tb\r1\t2\r", "\t", "\r"],
    ['"x;y;z",b\n', ",", "\n"],
    ['"x\ry",b\n', ",", "\n"],
    ["", ",", "\n"],
    ["a,b\r\r\n1,2\r\r\n", ",", "\n"],
    ['"x","",";;;"\n', ",", "\n"],
    ['"x";"a,b,c";"d"\r\n1;2;3\r\n', ";", "\n"],
    ['Size 5" or more,"Net; gross; tax; fee",cvv\n1,2,123\n', ",", "\n"],
    [`${"c".repeat(DIALECT_BYTES - 1)}\r\n1\r\n`, ",", "\n"],
    [`${"c".repeat(DIALECT_BYTES - 1)}\r1\r`, ",", "\r"],
  ])("is detected in %j: delimiter %j, row end %j", (text, delimiter, rowEnd) => {
    expect(detectDialect(Buffer.from(text))).toEqual({ delimiter, rowEnd });
  });

  it("is detected in any file with quoted cells and several columns", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", '"', ",", ";", "\t", "\n", "\r", "é"),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5 }).chain((columns) => {
          const row = fc.array(cell, { minLength: columns, maxLength: columns });
          return fc.array(row, { minLength: 1, maxLength: 4 });
        }),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n", "\r"),
        (rows, delimiter, recordDelimiter) => {
          const text = stringify(rows, { quoted: true, delimiter, record_delimiter: recordDelimiter });
          const rowEnd = recordDelimiter === "\r" ? "\r" : "\n";
          expect(detectDialect(Buffer.from(text))).toEqual({ delimiter, rowEnd });
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
