import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CsvValue,
  csvAmount,
  csvLastFour,
  csvLines,
  csvText,
  csvTime,
  csvTimeColumn,
} from "./write-csv";

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

const csvCell = (value: CsvValue) => csvLines([[value]]).replace(/\r\n$/, "");

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
    expect(csvText(input)).toBe(`'${input}`);
    expect(csvCell(csvText(input))).toBe(`'${input}`);
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
  ])("%j is unchanged", (input) => expect(csvText(input)).toBe(input));

  it("gets only one apostrophe, even if it is also a formula", () => {
    expect(csvCell(csvText("=1+1"))).toBe("'=1+1");
    expect(csvText(null)).toBeNull();
  });
});

describe("a card's last four digits", () => {
  it("are the end of a masked number, which no spreadsheet reads as a number", () => {
    expect(csvLastFour("0042")).toBe("****0042");
    expect(csvCell(csvLastFour("0042"))).toBe("****0042");
    expect(csvLastFour(null)).toBeNull();
  });
});

describe("a time", () => {
  it("has a format that spreadsheets recognize, in UTC", () => {
    expect(csvTime("2026-11-15T14:03:22+0000")).toBe("2026-11-15 14:03:22");
    expect(csvTime("2026-11-15T14:03:22.5+02:00")).toBe("2026-11-15 12:03:22");
    expect(csvTime(new Date("2026-11-15T14:03:22Z"))).toBe("2026-11-15 14:03:22");
  });

  it("has another zone's time in a column with that zone's name", () => {
    expect(csvTime("2026-11-15T23:30:00+0000", "Europe/Berlin")).toBe("2026-11-16 00:30:00");
    expect(csvTimeColumn("created", "Europe/Berlin")).toBe("created_europe_berlin");
    expect(csvTimeColumn("created")).toBe("created_utc");
  });

  it("stays unchanged if it can't be parsed", () => {
    expect(csvTime("yesterday")).toBe("yesterday");
  });
});

describe("an amount in an export", () => {
  it.each([
    [427.5, "USD", "427.50"],
    ["427.50", "USD", "427.50"],
    [57, "EUR", "57.00"],
    ["57", "EUR", "57.00"],
    [-0.5, "USD", "-0.50"],
    [1200, "JPY", "1200"],
    ["1200.00", "JPY", "1200"],
    [1.5, "KWD", "1.500"],
    // Extra digits are kept: an export doesn't round.
    ["12.345", "USD", "12.345"],
    ["12.3450", "USD", "12.345"],
    [0.1, "USD", "0.10"],
    ["n/a", "USD", "n/a"],
    [1e21, "USD", "1e+21"],
  ])("%j %s is %s", (amount, currency, written) => {
    expect(csvAmount(amount, currency)).toBe(written);
  });

  it("keeps its value", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (amount, currency) => Number(csvAmount(amount, currency)) === amount,
      ),
    );
  });
});
