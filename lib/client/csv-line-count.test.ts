import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "@/lib/domain/csv";
import { CsvLineCount } from "./csv-line-count";

describe("CsvLineCount", () => {
  it("counts records regardless of their content and of chunk boundaries", () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a"b', "two\nlines", "x\r\ny", '"', ",", "=1+1"));
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 });
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const bytes = new TextEncoder().encode(rows.map(csvLine).join(""));
        const count = new CsvLineCount();
        for (let at = 0; at < bytes.length; at += size) count.add(bytes.subarray(at, at + size));
        expect(count.lines).toBe(rows.length);
      }),
    );
  });
});
