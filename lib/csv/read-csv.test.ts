import fc from "fast-check";
import { expect, it } from "vitest";
import { OWN_DIALECT } from "./dialect";
import { MAX_CELLS, parseRows, scanRows } from "./read-csv";

it("scans the same rows as it parses", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "1.5", ",", ";", "\t", "\r", "\n", "\r\n", " ", "é"),
  });
  const dialects = fc.record({
    delimiter: fc.constantFrom(",", ";", "\t"),
    rowEnd: fc.constantFrom("\n" as const, "\r" as const),
  });
  fc.assert(
    fc.property(texts, fc.boolean(), dialects, (text, hasMark, dialect) => {
      const file = hasMark ? `\ufeff${text}` : text;
      expect(scanRows(file, dialect)).toEqual(parseRows(file, dialect));
    }),
    { numRuns: 2_000 },
  );
});

it.each([parseRows, scanRows])("cuts a row with too many cells", (read) => {
  const rows = read(`a,b\n${",".repeat(10_000)}\n`, OWN_DIALECT);
  expect(rows.map(({ length }) => length)).toEqual([2, MAX_CELLS]);
});
