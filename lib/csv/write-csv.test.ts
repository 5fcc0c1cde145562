import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, textCell } from "@/lib/domain/exports/cell";
import { csvLines } from "./write-csv";

/** How a spreadsheet parses the file. */
function open(text: string): string[] {
  return (parse(text, { relax_column_count: true }) as string[][]).flat();
}

/** With another separator: our quotes can then be anywhere in a cell and don't group it. */
function openWith(delimiter: string, text: string): string[] {
  const rows = parse(text, { delimiter, quote: false, relax_column_count: true }) as string[][];
  return rows.flat().map((cell) => cell.replace(/^"+/, ""));
}

/** What Excel and LibreOffice skip before a formula, and all forms of its first character. */
const RUNS = /^[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const isFormula = (cell: string) => RUNS.test(cell) && !NUMBER.test(cell);

const csvCell = (value: Cell) => csvLines([[value]]).replace(/\r\n$/, "");

describe("a cell of an export", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["@SUM(1)", "'@SUM(1)"],
    ["-1+1", "'-1+1"],
    [" =1+1", "' =1+1"],
    ["\u00a0=1+1", "'\u00a0=1+1"],
    ["\ufeff=1+1", "'\ufeff=1+1"],
    ["\u200b\u200e=1+1", "'\u200b\u200e=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋1＋1", "'＋1＋1"],
    ["－1", "'－1"],
    ["＠SUM(1)", "'＠SUM(1)"],
  ])("%j is text", (input, expected) => {
    expect(csvCell(input)).toBe(expected);
  });

  it.each([
    ["Acme;=1+1", '"Acme;\'=1+1"'],
    ["Acme\t=1+1", '"Acme\t\'=1+1"'],
    ["Acme| =1+1", '"Acme|\' =1+1"'],
    ["\n=1+1", '"\n\'=1+1"'],
    ["first\r\n=1+1", '"first\r\n\'=1+1"'],
  ])("%j is text in every part that another separator creates", (input, expected) => {
    expect(csvCell(input)).toBe(expected);
  });

  it.each(["a;b", "a\tb", "a|b", "a,b", 'a"b', "a\nb", "a\rb"])("%j is quoted", (input) => {
    expect(csvCell(input)).toBe(`"${input.replaceAll('"', '""')}"`);
  });

  it("leaves numbers and ordinary words unchanged", () => {
    for (const plain of [
      "-12.50",
      "+3",
      "0",
      "1234.5678",
      "O'Neill",
      "a-b",
      "1+1",
      "2026-11-15T10:00:00Z",
      "",
    ])
      expect(csvCell(plain)).toBe(plain);
    expect(csvCell(-7.25)).toBe("-7.25");
    expect(csvCell(null)).toBe("");
  });

  const text = fc.string({
    unit: fc.constantFrom(
      ..."=+-@＝＋－＠﹦;,\t|\n\r\"' aZ19.",
      "\u00a0",
      "\ufeff",
      "\u200b",
      "\u2028",
      "\0",
      "\v",
      "é",
    ),
    maxLength: 12,
  });

  it("never runs as a formula, for any content and any separator", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLines([["3f1c", ...cells]]);
        const opened = [open(line), openWith(";", line), openWith("\t", line), openWith("|", line)];
        expect(opened.flat().filter(isFormula)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("is parsed as the original text, except for added apostrophes", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
        const read = open(csvLines([cells]));
        const bare = (values: string[]) => values.map((value) => value.replaceAll("'", ""));
        expect(bare(read)).toEqual(bare(cells));
      }),
    );
  });

  it("keeps every sum", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 }), (cents) => {
        const amounts = cents.map((cent) => (cent / 100).toFixed(2));
        expect(open(csvLines(amounts.map((amount) => [amount])))).toEqual(amounts);
      }),
    );
  });
});

describe("a cell with a name or an ID", () => {
  it.each([
    "0042",
    "007.50",
    "123456789012",
    "1e5",
    "12E34",
    "1-2",
    "3/4",
    "10:30",
    "$5",
    "-5",
    "MAR1",
    "2-Sept",
    "5%",
  ])("%s is text, because a spreadsheet would convert it into a number or a date", (input) => {
    expect(csvCell(textCell(input))).toBe(`'${input}`);
  });

  it.each([
    "",
    "0",
    "42",
    "12345678901",
    "cust_0042",
    "3f1c9f52-7a3e-4b1c-9a53-cf0b6f0f8a11",
    "Ada Lovelace",
    "March & Sons",
  ])("%j is unchanged", (input) => expect(csvCell(textCell(input))).toBe(input));

  it("gets only one apostrophe, even if it is also a formula", () => {
    expect(csvCell(textCell("=1+1"))).toBe("'=1+1");
    expect(csvCell(textCell(null))).toBe("");
  });
});

it("writes numbers and times as they are", () => {
  expect(csvCell({ is: "decimal", text: "-12.50" })).toBe("-12.50");
  expect(csvCell({ is: "date", text: "2026-11-15 14:03:22" })).toBe("2026-11-15 14:03:22");
});
