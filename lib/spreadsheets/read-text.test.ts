import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPastedTable, readTable } from "./read-table";

const read = (bytes: Uint8Array | string) =>
  readTable({ name: "file.csv", bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes });

const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
};

const ENCODINGS: Record<string, (text: string) => Uint8Array> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16LE": (text) => utf16(text),
  "UTF-16BE": (text) => utf16(text, true),
  "UTF-16LE with a mark": (text) => utf16(`\ufeff${text}`),
  "UTF-16BE with a mark": (text) => utf16(`\ufeff${text}`, true),
};
const LATIN = ["a", "B", "7", " ", "é", "ü", '"', ",", ";", "\t", "=", "-"];
const LINE_BREAKS = ["\n", "\r", "\r\n"];
const OTHER = ["一", "я", "✓", "🎉", "Ā"];

const tables = (units: readonly string[]) =>
  fc.integer({ min: 2, max: 5 }).chain((columns) => {
    const cell = fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
    const row = fc.array(cell, { minLength: columns, maxLength: columns });
    return fc.array(row, { minLength: 1, maxLength: 5 });
  });
const delimiters = fc.constantFrom(",", ";", "\t");
const rowEnds = fc.constantFrom(...LINE_BREAKS);

function expectRows(bytes: Uint8Array, rows: string[][]): void {
  const [header, ...rest] = rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  expect(read(bytes)).toMatchObject(
    header
      ? { header: header.cells, rows: rest, notes: [] }
      : { problem: "There is no text. Choose a table with a header and rows." },
  );
}

describe("what csv-stringify writes", () => {
  it.each(Object.entries(ENCODINGS))("is read back exactly in %s", (_, encode) => {
    fc.assert(
      fc.property(
        tables([...LATIN, ...LINE_BREAKS, ...OTHER]),
        delimiters,
        rowEnds,
        (rows, delimiter, recordDelimiter) => {
          const text = stringify(rows, { quoted: true, delimiter, record_delimiter: recordDelimiter });
          expectRows(encode(text), rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is read back exactly in Windows-1252", () => {
    fc.assert(
      fc.property(
        tables([...LATIN, ...LINE_BREAKS]),
        delimiters,
        rowEnds,
        (rows, delimiter, recordDelimiter) => {
          const text = stringify(rows, { quoted: true, delimiter, record_delimiter: recordDelimiter });
          expectRows(Buffer.from(text, "latin1"), rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is read back exactly with the fewest quotes, if the first line names the separator", () => {
    fc.assert(
      fc.property(
        tables([...LATIN, ...LINE_BREAKS, ...OTHER]),
        fc.constantFrom(",", ";", "\t", "|"),
        rowEnds,
        (rows, delimiter, recordDelimiter) => {
          const text = stringify(rows, {
            delimiter,
            record_delimiter: recordDelimiter,
            quoted_match: /[\r\n]/,
          });
          expectRows(Buffer.from(`sep=${delimiter}${recordDelimiter}${text}`), rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a text file", () => {
  it.each([
    ["a,b\n1,2\n", "UTF-8, separated by commas"],
    ["a;b\r\n1;2", "UTF-8, separated by semicolons"],
    ["a\tb\r1\t2\r", "UTF-8, separated by tabs"],
    [Buffer.from("a;é\n1;2\n", "latin1"), "Windows-1252, separated by semicolons"],
    [utf16("a\tb\n1\t2\n"), "UTF-16, separated by tabs"],
    ['"sep=|"\na|b\n1|2\n', "UTF-8, separated by vertical bars"],
  ])("%j is read as %s", (text, description) => {
    expect(read(text)).toMatchObject({ description, rows: [{ number: 2, cells: ["1", "2"] }] });
  });

  it("may begin with empty lines and have them anywhere", () => {
    expect(read("\r\n\r\na;b\r\n\r\n;\r\n1;2\r\n\r\n")).toMatchObject({
      header: ["a", "b"],
      rows: [{ number: 6, cells: ["1", "2"] }],
    });
  });

  it("keeps what looks like a formula as text", () => {
    const cells = ["=1+1", "+44", "-1", "@SUM(A1)"];
    expect(read(`a,b,c,d\n${cells}\n`)).toMatchObject({ rows: [{ cells }] });
  });

  it("keeps empty and repeated names, and fills up short rows", () => {
    expect(read("a,,a,\n1\n")).toMatchObject({
      header: ["a", "", "a", ""],
      rows: [{ cells: ["1", "", "", ""] }],
      notes: [],
    });
  });

  it("has a note if rows have more cells than the header", () => {
    expect(read("a,b\n1,2,,\n")).toMatchObject({ rows: [{ cells: ["1", "2"] }], notes: [] });
    expect(read("a,b\n1,2\n1,2,,x,\n")).toMatchObject({
      rows: [{}, { cells: ["1", "2", "", "x"] }],
      notes: ["Row 3 has more cells than the header."],
    });
    expect(read("a,b\n1,2,3\n1,2\n4,5,6\n")).toMatchObject({
      notes: ["2 rows have more cells than the header. The first is row 2."],
    });
  });

  it("keeps quotes that don't enclose a cell", () => {
    expect(read('a,b\n5" disk,"Bob" Smith\n')).toMatchObject({
      rows: [{ cells: ['5" disk', '"Bob" Smith'] }],
    });
  });
});

describe("problems of a text file", () => {
  it.each([
    ['a,b\n1,2\n3,"4\n5,6\n', "Row 3 has a quotation mark that isn’t closed. Close it or delete it."],
    ["a,b\n1,2\u0001\n", "Cell B2 contains a control character. Delete its text and type it again."],
    ["a,b\n1\0,2\n", "Cell A2 contains a control character. Delete its text and type it again."],
    [
      Buffer.from("a,b\n1,\x81\n", "latin1"),
      "Cell B2 contains a control character. Delete its text and type it again.",
    ],
    [`a\n${"x".repeat(10_001)}\n`, "Cell A2 has more than 10,000 characters. Shorten it."],
    [`a\n${"1\n".repeat(10_001)}`, "The table has more than 10,000 rows below the header. Split it."],
    [
      `${",".repeat(200)}x\n`,
      "The table has more than 200 columns: cell GS1 has text. Delete the columns that you don’t need.",
    ],
    [
      Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]),
      "The file isn’t valid UTF-8. Save it again as XLSX or CSV.",
    ],
    [Buffer.from([0xff, 0xfe, 0x61]), "The file isn’t valid UTF-16. Save it again as XLSX or CSV."],
    ["\ufeff", "There is no text. Choose a table with a header and rows."],
    [" \n\t\n", "There is no text. Choose a table with a header and rows."],
  ])("are named (%#)", (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  it("don't include what is just within the limits", () => {
    const header = Array.from({ length: 200 }, (_, index) => `c${index}`).join(",");
    const table = read(`${header}${",".repeat(1_000)}\n${"x".repeat(10_000)}\n${"1\n".repeat(9_999)}`);
    expect(table).toMatchObject({ notes: [] });
    expect("rows" in table && table.rows.length).toBe(10_000);
  });
});

describe("pasted text", () => {
  it("is separated by tabs if the first line has one", () => {
    expect(readPastedTable('Name\tCity, state, country\r\n"Ann"\t"Austin\nTX"\r\n')).toEqual({
      header: ["Name", "City, state, country"],
      rows: [{ number: 2, cells: ["Ann", "Austin\nTX"] }],
      delimiter: "\t",
      description: "Pasted text, separated by tabs",
      notes: [],
    });
  });

  it("can be CSV or a single column", () => {
    expect(readPastedTable("a;b\n1;2")).toMatchObject({ rows: [{ cells: ["1", "2"] }] });
    expect(readPastedTable("Email\nann@example.com")).toMatchObject({ header: ["Email"] });
  });

  it("is refused if it is empty, too long, or has half of a character", () => {
    expect(readPastedTable("")).toEqual({
      problem: "There is no text. Choose a table with a header and rows.",
    });
    expect(readPastedTable("a".repeat(20_000_001))).toEqual({
      problem: "The text is longer than 20,000,000 characters. Paste it in parts.",
    });
    expect(readPastedTable("a\tb\n1\t\ud800")).toEqual({
      problem: "Cell B2 contains half of a character. Delete its text and type it again.",
    });
  });
});
