import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CellRow } from "@/lib/domain/exports/cell";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { type WorkbookParts, zipWorkbook } from "@/testing/zip-workbook";
import { readTable, type Table } from "./read-table";

const read = (bytes: Uint8Array) => readTable({ name: "file.xlsx", bytes });
const readParts = (parts: WorkbookParts) => read(zipWorkbook(parts));
const readData = (data: string, parts: Partial<WorkbookParts> = {}) =>
  readParts({ sheets: [{ name: "Employees", data }], ...parts });

/** The text of one cell below a header. */
function cellOf(cell: string, parts: Partial<WorkbookParts> = {}): string | undefined {
  const table = readData(`${HEADER}<row r="2">${cell}</row>`, parts);
  if ("problem" in table) throw new Error(table.problem);
  return table.rows[0]?.cells[0];
}

const HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>';
const text = (reference: string, content: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;
const number = (reference: string, value: string, style = 0) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

async function write(columns: string[], rows: CellRow[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx([{ name: "Cards", columns, batches: [rows] }])) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

describe("what Cardwell writes", () => {
  it("is read back", async () => {
    const bytes = await write(
      ["Name", "Phone", "Born", "Seen"],
      [
        [
          "Zoë =1+1",
          { is: "decimal", text: "447911123456" },
          { is: "date", text: "1990-04-23" },
          { is: "date", text: "2026-11-15 14:03:22" },
        ],
        [null, "+44", null, null],
      ],
    );
    expect(read(bytes)).toEqual({
      header: ["Name", "Phone", "Born", "Seen"],
      rows: [
        { number: 2, cells: ["Zoë =1+1", "447911123456", "1990-04-23", "2026-11-15 14:03:22"] },
        { number: 3, cells: ["", "+44", "", ""] },
      ],
      description: "Sheet “Cards”",
      notes: [],
    } satisfies Table);
  });

  it("is read back for any text", async () => {
    const unit = fc.constantFrom("a", "é", "一", "🎉", "_x000D_", "<", "&", '"', " ", "\n", "\t", "\r", "=");
    const row = fc.array(fc.string({ unit, maxLength: 6 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const expected = rows
          .map((cells, index) => ({ number: index + 2, cells }))
          .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
        expect(read(await write(["a", "b", "c"], rows))).toMatchObject({ rows: expected });
      }),
      { numRuns: 100 },
    );
  });

  it("has dates as they were written", async () => {
    const day = fc
      .date({ min: new Date("1900-03-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19).replace("T", " "));
    await fc.assert(
      fc.asyncProperty(day, fc.boolean(), async (moment, isDay) => {
        const written = isDay ? moment.slice(0, 10) : moment;
        const table = read(await write(["a"], [[{ is: "date", text: written }]]));
        expect(table).toMatchObject({ rows: [{ cells: [written.replace(" 00:00:00", "")] }] });
      }),
      { numRuns: 100 },
    );
  });
});

describe("a text", () => {
  it.each([
    ["shared", '<c r="A2" t="s"><v>1</v></c>', "Ann"],
    ["shared, in runs", '<c r="A2" t="s"><v>2</v></c>', "Ann Lee"],
    ["shared, with a reading aid", '<c r="A2" t="s"><v>3</v></c>', "東京"],
    ["inline", text("A2", "a &lt; b &#233;"), "a < b é"],
    ["inline, in runs", '<c r="A2" t="inlineStr"><is><r><t>A</t></r><r><t>B</t></r></is></c>', "AB"],
    ["in CDATA", text("A2", "<![CDATA[<b>]]>"), "<b>"],
    ["with escapes", text("A2", "a_x000D_b_x005F_x000D_"), "a\rb_x000D_"],
    ["a formula's", '<c r="A2" t="str"><f>B1</f><v>Ann</v></c>', "Ann"],
    ["an error", '<c r="A2" t="e"><v>#N/A</v></c>', "#N/A"],
    ["true", '<c r="A2" t="b"><v>1</v></c>', "TRUE"],
    ["false", '<c r="A2" t="b"><v>0</v></c>', "FALSE"],
    ["that begins like a formula", text("A2", "=HYPERLINK(1)"), "=HYPERLINK(1)"],
  ])("that is %s is read", (_, cell, expected) => {
    const strings =
      "<si><t>Name</t></si><si><t>Ann</t></si><si><r><rPr><b/></rPr><t>Ann</t></r><r><t xml:space='preserve'> Lee</t></r></si>" +
      "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si>";
    expect(cellOf(cell, { strings })).toBe(expected);
  });

  it("is read from XML with prefixes and in UTF-16", () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>é</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
    for (const content of [sheet, new Uint8Array(Buffer.from(`\ufeff${sheet}`, "utf16le"))])
      expect(readData("", { parts: { "xl/worksheets/sheet1.xml": content } })).toMatchObject({
        header: ["é"],
      });
  });
});

describe("a number", () => {
  it.each([
    ["447911123456", "447911123456"],
    ["4.4791112345600000E+11", "447911123456"],
    ["447911123456.0", "447911123456"],
    ["447911123455.9994", "447911123455.999"],
    ["447911123455.999999", "447911123456"],
    ["0.30000000000000004", "0.3"],
    ["1.1000000000000001", "1.1"],
    ["427.50", "427.5"],
    ["-1234.5", "-1234.5"],
    ["1E-7", "0.0000001"],
    ["1.5E+20", "150000000000000000000"],
    ["-0", "0"],
    ["0", "0"],
    ["-0.0", "0"],
    ["1234567890123456", "1234567890123456"],
    ["100", "100"],
    ["12e", "12e"],
    ["0x10", "0x10"],
    ["1e999", "1e999"],
  ])("%s is read as %s", (stored, expected) => {
    expect(cellOf(number("A2", stored))).toBe(expected);
  });

  it("is never written with an exponent or noise", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const read = cellOf(number("A2", String(value))) ?? "";
        expect(read).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        const isWhole = /^-?\d+$/.test(String(value));
        expect(Number(read)).toBe((isWhole ? value : Number(value.toPrecision(15))) + 0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a date", () => {
  const CODES = [
    "yyyy\\-mm\\-dd",
    '[$-409]d" of "mmmm\\ yyyy;@',
    "h:mm AM/PM",
    "[h]:mm:ss",
    "#,##0.00 [$kr-41D]",
    '0.0" days"',
    "00000",
    "[Red]General",
    "0.00E+00",
    "dd/mm/yyyy hh:mm",
  ];
  const styles = [
    "<numFmts>",
    ...CODES.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeQuotes(code)}"/>`),
    "</numFmts><cellStyleXfs><xf numFmtId='14'/></cellStyleXfs><cellXfs>",
    '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="31"/>',
    ...CODES.map((_, index) => `<xf numFmtId="${164 + index}"/>`),
    "</cellXfs>",
  ].join("");
  function escapeQuotes(code: string): string {
    return code.replaceAll('"', "&quot;");
  }

  it.each([
    [0, "46341", "46341"],
    [1, "46341", "2026-11-15"],
    [1, "46341.5", "2026-11-15 12:00:00"],
    [2, "46341.585671296299", "2026-11-15 14:03:22"],
    [2, "46341", "2026-11-15"],
    [2, "46340.999999999", "2026-11-15"],
    [3, "0.5", "12:00:00"],
    [4, "46341", "2026-11-15"],
    [5, "46341", "2026-11-15"],
    [6, "46341", "2026-11-15"],
    [7, "0.75", "18:00:00"],
    [8, "0.25", "06:00:00"],
    [8, "1.25", "1.25"],
    [9, "46341", "46341"],
    [10, "46341", "46341"],
    [11, "1234", "01234"],
    [12, "46341", "46341"],
    [13, "46341", "46341"],
    [14, "46341.25", "2026-11-15 06:00:00"],
    [1, "1", "1900-01-01"],
    [1, "59", "1900-02-28"],
    [1, "60", "60"],
    [1, "61", "1900-03-01"],
    [1, "0", "0"],
    [1, "-1", "-1"],
    [1, "2958465", "9999-12-31"],
    [1, "2958466", "2958466"],
    [1, "33344", "1991-04-16"],
    [99, "46341", "46341"],
  ])("with style %i and number %s is %s", (style, stored, expected) => {
    expect(cellOf(number("A2", stored, style), { styles })).toBe(expected);
  });

  it("can be counted from 1904", () => {
    const in1904 = { styles, properties: 'date1904="1"' };
    expect(cellOf(number("A2", "44879", 1), in1904)).toBe("2026-11-15");
    expect(cellOf(number("A2", "0", 1), in1904)).toBe("1904-01-01");
  });

  it("can be ISO 8601", () => {
    const iso = (value: string) => cellOf(`<c r="A2" t="d"><v>${value}</v></c>`);
    expect(iso("2026-11-15T00:00:00")).toBe("2026-11-15");
    expect(iso("2026-11-15")).toBe("2026-11-15");
    expect(iso("2026-11-15T14:03:22.000Z")).toBe("2026-11-15 14:03:22");
    expect(iso("2026-11-15T14:03")).toBe("2026-11-15 14:03:00");
    expect(iso("soon")).toBe("soon");
  });
});

describe("positions", () => {
  it("may have gaps, be out of order, or be left out", () => {
    const table = readData(
      [
        `<row r="7">${text("C7", "c")}${text("A7", "a")}</row>`,
        `<row r="3">${text("A3", "Name")}${text("C3", "City")}</row>`,
        `<row><c t="inlineStr"><is><t>x</t></is></c><c/><c t="inlineStr"><is><t>y</t></is></c></row>`,
        '<row r="5"><c r="A5" s="3"/></row>',
      ].join(""),
    );
    expect(table).toMatchObject({
      header: ["Name", "", "City"],
      rows: [
        { number: 4, cells: ["x", "", "y"] },
        { number: 7, cells: ["a", "", "c"] },
      ],
      notes: [],
    });
  });

  it.each([
    '<row r="0"></row>',
    '<row r="1048577"></row>',
    '<row r="x"></row>',
    `<row r="1">${text("XFE1", "x")}</row>`,
    `<row r="1">${text("11", "x")}</row>`,
    '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
  ])("outside of a sheet are refused: %s", (data) => {
    expect(readData(data)).toEqual({ problem: expect.stringMatching(/^The workbook is damaged\./) });
  });
});

describe("sheets", () => {
  it("are read up to the first visible one with text", () => {
    const data = HEADER;
    const table = readParts({
      sheets: [
        { name: "Secret", data, state: "hidden" },
        { name: "Cover", data: '<row r="1"><c r="A1" s="1"/></row>' },
        { name: "Employees &amp; co", data },
        { name: "Old", data },
      ],
    });
    expect(table).toMatchObject({
      description: "Sheet “Employees & co”",
      notes: ["Not read: the sheets “Old”, “Secret” (hidden)."],
    });
  });

  it("need one that is visible", () => {
    const problem = "The workbook has no visible sheet with text. Add a header and rows.";
    expect(readParts({ sheets: [{ name: "a", data: HEADER, state: "veryHidden" }] })).toEqual({ problem });
    expect(readParts({ sheets: [{ name: "a", data: "" }] })).toEqual({ problem });
  });
});

describe("notes", () => {
  it("name formulas, hidden rows, and long numbers", () => {
    const table = readData(
      [
        HEADER,
        `<row r="2" hidden="1">${text("A2", "x")}</row>`,
        `<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3"><f>1+1</f><v/></c></row>`,
        `<row r="4">${number("A4", "1234567890123456")}</row>`,
        '<row r="5" hidden="1"/>',
      ].join(""),
    );
    expect(table).toMatchObject({
      notes: [
        "1 formula was read as the stored result. The first is in cell A3.",
        "1 formula was read as empty, without a stored result. The first is in cell B3. Open the file in a spreadsheet app and save it again.",
        "1 number was longer than 15 digits, which spreadsheets round. The first is in cell A4. Format such cells as text.",
        "1 hidden row was read too. The first is row 2.",
      ],
    });
  });
});

describe("limits of a workbook", () => {
  it.each([
    [text("A2", "_x0001_"), "Cell A2 contains a control character. Delete its text and type it again."],
    [text("B2", "_x0000_"), "Cell B2 contains a control character. Delete its text and type it again."],
    [text("A2", "_xD800_"), "Cell A2 contains half of a character. Delete its text and type it again."],
    [text("A2", "x".repeat(10_001)), "Cell A2 has more than 10,000 characters. Shorten it."],
    [text("A2", "x".repeat(1_000_000)), "Cell A2 has more than 10,000 characters. Shorten it."],
    ['<c r="A2" t="s"><v>0</v></c>', "Cell A2 has more than 10,000 characters. Shorten it."],
    [
      text("GS2", "x"),
      "The table has more than 200 columns: cell GS2 has text. Delete the columns that you don’t need.",
    ],
  ])("name the cell (%#)", (cell, problem) => {
    const strings = `<si><t>${"x".repeat(100_000)}</t></si>`;
    expect(readData(`${HEADER}<row r="2">${cell}</row>`, { strings })).toEqual({ problem });
  });

  it("count the rows and the characters", () => {
    const row = '<row><c t="s"><v>0</v></c></row>';
    const strings = "<si><t>x</t></si>";
    expect(readData(row.repeat(10_002), { strings })).toEqual({
      problem: "The table has more than 10,000 rows below the header. Split it.",
    });
    expect(readData(row.repeat(10_001), { strings })).toMatchObject({ notes: [] });
    const wide = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
    expect(readData(wide.repeat(30), { strings: `<si><t>${"x".repeat(10_000)}</t></si>` })).toEqual({
      problem: "The table has more than 20,000,000 characters. Split it.",
    });
  });
});
