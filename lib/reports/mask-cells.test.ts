import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectDialect } from "@/lib/csv/detect-dialect";
import { OWN_DIALECT } from "@/lib/csv/dialect";
import { parseRows } from "@/lib/csv/read-csv";
import { CellMask } from "./mask-cells";

function mask(text: string | Buffer) {
  const chunk = Buffer.from(text);
  const dialect = detectDialect(chunk);
  const [columns = []] = parseRows(chunk.toString(), dialect);
  const cells = new CellMask(dialect, columns);
  return { text: cells.mask(chunk, true).toString(), maskedValues: cells.maskedValues };
}

describe("the cells of a report", () => {
  it("lose card numbers in any quoting and grouping, and nothing else", () => {
    expect(
      mask(
        'id,note\r\n1,4111111111111111\r\n2,"paid with 4111 1111 1111 1111, ""ok"""\r\n3,4111111111111112\r\n4,5" pipe\r\n',
      ),
    ).toEqual({
      text: 'id,note\r\n1,•••• 1111\r\n2,"paid with •••• 1111, ""ok"""\r\n3,4111111111111112\r\n4,5" pipe\r\n',
      maskedValues: 2,
    });
  });

  it("lose card numbers with other separators between the groups", () => {
    expect(mask('note\n"4111, 1111, 1111, 1111"\n4111|1111|1111|1111\n')).toEqual({
      text: 'note\n"•••• 1111"\n•••• 1111\n',
      maskedValues: 2,
    });
  });

  it("lose the values of columns named after a security code or a card number", () => {
    expect(mask("amount;CVV;Card number\n123;123;4111111111111112\n-5;;**** 4471")).toEqual({
      text: "amount;CVV;Card number\n123;•••;•••• 1112\n-5;;**** 4471",
      maskedValues: 2,
    });
  });

  it("are checked separately: digits of two cells are not a card number", () => {
    const text = "a\tb\tc\td\n4111\t1111\t1111\t1111\n";
    expect(mask(text)).toEqual({ text, maskedValues: 0 });
  });

  it("keep IDs, times and amounts", () => {
    const text =
      "id,at,amount\n41111111-1111-4111-8111-111111111111,2026-11-10T00:00:00+0000,-12345678.90\n41111111-1111-4111-8111-111111111111,2026-11-10 00:00:00,0.01\n";
    expect(mask(text)).toEqual({ text, maskedValues: 0 });
  });

  it("lose values in their column after a cell that continues behind its quotes", () => {
    expect(mask('note,cvv\n"5" pipe "x,123\n')).toEqual({
      text: 'note,cvv\n"5" pipe "x,•••\n',
      maskedValues: 1,
    });
  });

  it("lose values in files whose rows end with a carriage return", () => {
    expect(mask("name,cvv\rAda,123\r")).toEqual({ text: "name,cvv\rAda,•••\r", maskedValues: 1 });
  });

  it("keep invalid UTF-8 bytes, even next to masked values", () => {
    const file = Buffer.concat([
      Buffer.from("name,card\nCaf"),
      Buffer.from([0xe9]),
      Buffer.from(",4111111111111111\n"),
    ]);
    const masked = new CellMask(OWN_DIALECT, ["name", "card"]).mask(file, true);
    expect(masked.subarray(0, 14).equals(file.subarray(0, 14))).toBe(true);
    expect(masked.subarray(14).toString()).toBe(",•••• 1111\n");
  });

  it("keep their position: any table stays the same except for masked values", () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", ";", "é", " ", "7"), maxLength: 6 }),
      fc.constantFrom("4111111111111111", 'a "4111-1111-1111-1111"\n, b', "123"),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 12 }),
        (rows) => {
          const table = [["name", "cvv", "note"], ...rows];
          const { text, maskedValues } = mask(stringify(table, { quoted: true }));
          const read = parseRows(text, OWN_DIALECT);
          expect(text).not.toMatch(/4111.?1111/);
          expect(read.length).toBe(table.length);
          const changed = read.flatMap((row, at) =>
            row.filter((value, column) => value !== table[at]?.[column]),
          );
          expect(changed).toHaveLength(maskedValues);
          for (const value of changed) expect(value).toContain("•••");
        },
      ),
    );
  });
});
