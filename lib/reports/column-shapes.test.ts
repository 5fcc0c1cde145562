import { describe, expect, it } from "vitest";
import { MAX_CELLS } from "@/lib/csv/read-csv";
import { writeXlsx } from "@/lib/xlsx/write-xlsx";
import { readXlsx } from "@/testing/read-xlsx";
import { detectShape } from "./column-shapes";
import { reportSheet } from "./report-sheet";

const read = (texts: string[], name = "value") => texts.map(detectShape(name, texts).read);

describe("a column of a report", () => {
  it.each([
    ["amounts", ["12.50", "-3", "0.00", "+1.5"], ["12.50", "-3", "0.00", "+1.5"]],
    ["amounts with a decimal comma", ["12,50", "-3", "1234,5"], ["12.50", "-3", "1234.5"]],
  ])("has %s", (_, texts, decimals) => {
    expect(read(texts)).toEqual(decimals.map((text) => ({ is: "decimal", text })));
  });

  it.each([
    ["dates", ["2026-11-15", "2024-02-29"], ["2026-11-15", "2024-02-29"]],
    [
      "times without a zone",
      ["2026-11-15T14:03:22", "2026-11-15 14:03:22.5"],
      ["2026-11-15 14:03:22", "2026-11-15 14:03:22.500"],
    ],
    [
      "times with a zone, in UTC",
      ["2026-11-15T00:30:00+0100", "2026-11-15T14:03:22.25Z"],
      ["2026-11-14 23:30:00", "2026-11-15 14:03:22.250"],
    ],
  ])("has %s", (_, texts, dates) => {
    expect(read(texts)).toEqual(dates.map((text) => ({ is: "date", text })));
  });

  it.each([
    ["leading zeros", ["0042", "1234"]],
    ["long numbers", ["12", "1234567890123456"]],
    ["thousands or decimals", ["1,234", "5,678"]],
    ["a date that doesn’t exist", ["2026-02-30"]],
    ["times that are finer than a millisecond", ["2026-11-15T14:03:22.1234Z"]],
    ["numbers and words", ["1", "n/a"]],
    ["dates and times", ["2026-11-15", "2026-11-15T14:03:22Z"]],
    ["exponents", ["1e5"]],
    ["formulas", ["=1+1"]],
  ])("with %s is text", (_, texts) => expect(read(texts)).toEqual(texts));

  it("with a name of identifiers is text", () => {
    for (const name of ["merchant_id", "last_four", "mcc", "Reference"])
      expect(read(["5411", "4242"], name)).toEqual(["5411", "4242"]);
  });
});

it("types a report by its first rows, and writes a later cell that doesn’t fit as text", async () => {
  async function* batches() {
    yield [
      ["2026-11-15T14:03:22+0000", "12.50", "4242"],
      ["", "", ""],
    ];
    yield [["soon", "0042", "0042", "extra"]];
  }
  const sheet = await reportSheet("Daily settlement", ["occurred_at", "amount", "last_four"], batches());
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx([sheet])) chunks.push(chunk);
  const [{ name, rows } = { name: "", rows: [] }] = readXlsx(Buffer.concat(chunks));
  expect(name).toBe("Daily settlement");
  expect(rows.map((row) => row.map(({ text, isText }) => (isText ? text : Number(text))))).toEqual([
    ["occurred_at (UTC)", "amount", "last_four"],
    [46341.5856712963, 12.5, "4242"],
    [],
    ["soon", "0042", "0042", "extra"],
  ]);
});

it("leaves out cells that no spreadsheet could hold", async () => {
  async function* batches() {
    yield [Array.from({ length: 20_000 }, () => "x")];
  }
  const { batches: rows } = await reportSheet("Daily settlement", ["event"], batches());
  for await (const [row] of rows) expect(row).toHaveLength(MAX_CELLS);
});
