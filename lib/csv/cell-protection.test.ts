import fc from "fast-check";
import { expect, it } from "vitest";
import { keepApostrophes, keepAsText, preventFormulas, withoutProtection } from "./cell-protection";

it.each([
  ["'=1+1", "=1+1"],
  ["'0151 23456700", "0151 23456700"],
  ["'1.500,00", "1.500,00"],
  ["'31.02.1985", "31.02.1985"],
  ["'1990-04-23", "1990-04-23"],
  ["Floor 3;'-2", "Floor 3;-2"],
  ["Floor 3,'-2", "Floor 3,-2"],
  ["''0042", "'0042"],
  ["'t Hart", "'t Hart"],
  ["O'Neill", "O'Neill"],
  ["'42", "'42"],
  ["'", "'"],
])("reads %j as %j", (written, text) => expect(withoutProtection(written)).toBe(text));

it("makes text of what another separator would make a formula", () => {
  expect(preventFormulas("Floor 3;-2,=1", ",")).toBe("Floor 3;'-2,=1");
  expect(preventFormulas("Floor 3;-2,=1", ";")).toBe("Floor 3;-2,'=1");
});

it("reads what was written", () => {
  const unit = fc.oneof(fc.constantFrom(..."'=+-@;|\n\t \"09.,e", "Mar", "＝"), fc.string({ maxLength: 1 }));
  const delimiter = fc.constantFrom(",", ";");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), delimiter, (units, delimiter) => {
      const text = units.join("");
      const kept = keepApostrophes(text);
      expect(withoutProtection(preventFormulas(kept, delimiter))).toBe(text);
      expect(withoutProtection(preventFormulas(keepAsText(kept), delimiter))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
