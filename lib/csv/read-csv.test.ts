import fc from "fast-check";
import { expect, it } from "vitest";
import { parseRows, scanRows } from "./read-csv";

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
