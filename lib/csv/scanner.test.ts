import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CsvDialect } from "./dialect";
import { parseRows } from "./read-csv";
import { CsvScanner, NOTHING, ROW } from "./scanner";

/** Cuts the text where the scanner says that cells and rows end. */
function scan(text: string, dialect: CsvDialect) {
  const scanner = new CsvScanner(dialect);
  const bytes = Buffer.from(text);
  const rows: string[][] = [[]];
  let begin = text.startsWith("\ufeff") ? 3 : 0;
  bytes.forEach((byte, index) => {
    const ends = scanner.next(byte);
    if (ends === NOTHING) return;
    rows.at(-1)?.push(cellOf(bytes.subarray(begin, index).toString(), ends === ROW));
    if (ends === ROW) rows.push([]);
    begin = index + 1;
  });
  if (begin < bytes.length || rows.at(-1)?.length)
    rows.at(-1)?.push(cellOf(bytes.subarray(begin).toString()));
  else rows.pop();
  return { rows, isInQuotes: scanner.isInQuotes };
}

/** Without quotes: how they are undone in a malformed cell doesn't change where it ends. */
function cellOf(raw: string, isLast = false): string {
  return (isLast ? raw.replace(/\r$/, "") : raw).replaceAll('"', "");
}

function parse(text: string, dialect: CsvDialect): string[][] {
  return parseRows(text, dialect).map((cells) => cells.map((cell) => cellOf(cell)));
}

/** `parseRows` skips these. */
const isEmpty = (cells: readonly string[]) => cells.length === 1 && cells[0] === "";

describe("the scanner", () => {
  it("ends cells and rows where csv-parse does, for any text", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", '"', '"', ",", ";", "\n", "\r\n", "é", " "),
      maxLength: 24,
    });
    const dialect = fc.record<CsvDialect>({
      delimiter: fc.constantFrom(",", ";", "\t"),
      rowEnd: fc.constant("\n"),
    });
    fc.assert(
      fc.property(fc.constantFrom("", "\ufeff"), text, dialect, (mark, content, dialect) => {
        const { rows, isInQuotes } = scan(mark + content, dialect);
        if (isInQuotes) {
          expect(() => parseRows(mark + content, dialect)).toThrow(/Quote Not Closed/);
          return;
        }
        const read = parse(mark + content, dialect).filter((cells) => !isEmpty(cells));
        expect(read).toEqual(rows.filter((cells) => !isEmpty(cells)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("ends rows at a carriage return if the first row does", () => {
    const dialect: CsvDialect = { delimiter: ",", rowEnd: "\r" };
    const text = 'a,b\r"1\r2",\n\r';
    expect(scan(text, dialect).rows).toEqual(parse(text, dialect));
    expect(scan(text, dialect).rows).toHaveLength(2);
  });

  it("treats part of a byte order mark as text", () => {
    const scanner = new CsvScanner({ delimiter: ",", rowEnd: "\n" });
    for (const byte of [0xef, 0x22]) scanner.next(byte);
    expect(scanner.isInQuotes).toBe(false);
  });
});
