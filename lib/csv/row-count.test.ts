import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowCount } from "./row-count";
import { csvLines } from "./write-csv";

describe("RowCount", () => {
  it("counts rows regardless of their content and of chunk boundaries", () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a"b', "two\nlines", "x\r\ny", '"', ",", "=1+1"));
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 });
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const bytes = new TextEncoder().encode(csvLines(rows));
        const count = new RowCount();
        for (let at = 0; at < bytes.length; at += size) count.add(bytes.subarray(at, at + size));
        expect(count.rows).toBe(rows.length);
      }),
    );
  });
});
