import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DateOrder,
  type DecimalMark,
  detectDateOrder,
  detectDecimalMark,
  readDecimal,
  readTime,
} from "./cell-formats";

const MARKS = ["." as const, "," as const];
const otherMark = (mark: DecimalMark) => (mark === "." ? "," : ".");

type Amount = { units: bigint; decimals: number };
const amount = fc.record({
  units: fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n }),
  decimals: fc.constantFrom(0, 2, 3, 8),
});

function plainOf({ units, decimals }: Amount): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return `${units < 0n ? "-" : ""}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ""}`;
}

function writeWith(plain: string, mark: DecimalMark, separator: string, negative: "-" | "−" | "()" | "1-") {
  const [whole = "", fraction] = plain.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  const text = fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
  if (!plain.startsWith("-")) return text;
  if (negative === "()") return `(${text})`;
  return negative === "1-" ? `${text}-` : `${negative}${text}`;
}

describe("an amount", () => {
  it("is read back to the last digit, with either mark, any separator, and any sign", () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...MARKS),
        fc.constantFrom("", " ", "’", "'", "\u00a0", "\u202f", "other mark"),
        fc.constantFrom("-", "−", "()", "1-"),
        (money, mark, chosen, negative) => {
          const separator = chosen === "other mark" ? otherMark(mark) : chosen;
          const plain = plainOf(money);
          expect(readDecimal(` ${writeWith(plain, mark, separator, negative)} `, mark)).toBe(plain);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it("never means something else with the other mark, unless the mark is asked for", () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...MARKS),
        fc.boolean(),
        (amounts, mark, isGrouped) => {
          const cells = amounts.map((money) =>
            writeWith(plainOf(money), mark, isGrouped ? otherMark(mark) : "", "-"),
          );
          const detected = detectDecimalMark(cells);
          expect([mark, "either", null]).toContain(detected);
          if (detected === null)
            for (const cell of cells) expect(readDecimal(cell, ".")).toBe(readDecimal(cell, ","));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["1,23", "."],
    ["1.234,56", "."],
    ["1,234.56", ","],
    ["1.23", ","],
    ["1 234,567.89", "."],
    ["12,34", "."],
    ["0,500", "."],
    ["1,2345", "."],
    ["1.2.3", "."],
    ["--1", "."],
    ["(-1)", "."],
    ["-1-", "."],
    ["+(1)", "."],
    ["", "."],
    ["-", "."],
    ["()", "."],
    [".", "."],
    ["5.", "."],
    ["1e3", "."],
    ["NaN", "."],
    ["0x10", "."],
    ["USD 5.00", "."],
    ["٣", "."],
    ["9".repeat(39), "."],
  ] as const)("is not %s with the mark %s", (cell, mark) => {
    expect(readDecimal(cell, mark)).toBeNull();
  });

  it.each([
    ["+5.00", ".", "5.00"],
    [".50", ".", "0.50"],
    ["-,5", ",", "-0.5"],
    ["007.50", ".", "7.50"],
    ["12,34,567.50", ".", "1234567.50"],
    ["10.005", ".", "10.005"],
    ["12345678901234567890.12", ".", "12345678901234567890.12"],
    ["0.000000000000000001", ".", "0.000000000000000001"],
  ] as const)("is %s with the mark %s", (cell, mark, plain) => {
    expect(readDecimal(cell, mark)).toBe(plain);
  });

  it.each([
    [["10.50", "1,234.00"], "."],
    [["10,50", "1.234"], ","],
    [["1.234.567"], ","],
    [["(1.234,50)"], ","],
    [["0.500", "1.234"], "."],
    [["1.234", "12.500"], "either"],
    [["1,234"], "either"],
    [["10.50", "10,50"], "both"],
    [["10", "2000", "", "n/a"], null],
  ])("%j have the mark %s", (cells, mark) => {
    expect(detectDecimalMark(cells)).toBe(mark);
  });

  it("is read without a decided mark only if both marks give the same", () => {
    expect(readDecimal("2000", null)).toBe("2000");
    expect(readDecimal("1’000", null)).toBe("1000");
    expect(readDecimal("10.50", null)).toBeNull();
    expect(readDecimal("1,234", null)).toBeNull();
  });
});

describe("a time", () => {
  const instant = fc
    .date({
      min: new Date("1970-01-01T00:00:00Z"),
      max: new Date("2199-12-31T23:59:59Z"),
      noInvalidDate: true,
    })
    .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));

  const two = (value: number) => String(value).padStart(2, "0");
  function written(date: Date, order: DateOrder, separator: string, isPadded: boolean): string {
    const pad = isPadded ? two : String;
    const [day, month] = [pad(date.getUTCDate()), pad(date.getUTCMonth() + 1)];
    const parts = order === "day-first" ? [day, month] : [month, day];
    return [...parts, date.getUTCFullYear()].join(separator);
  }

  it("is read back in every spelling", () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom<DateOrder>("day-first", "month-first"),
        fc.constantFrom("/", "-", "."),
        fc.boolean(),
        (date, order, separator, isPadded) => {
          const clock = date.toISOString().slice(11, 19);
          const day = date.toISOString().slice(0, 10);
          const hour = date.getUTCHours();
          const half = `${hour % 12 || 12}${clock.slice(2)} ${hour < 12 ? "am" : "PM"}`;
          const parts = written(date, order, separator, isPadded);
          for (const cell of [
            `${parts} ${clock}`,
            `${parts}, ${clock}`,
            `${parts} ${half}`,
            `${parts} ${clock} UTC`,
            `${day}T${clock}+0000`,
            `${day} ${clock}`,
            `${day}T${clock}.000Z`,
            `${day} ${clock} GMT`,
            `${day} ${clock}+00`,
            `${day.replaceAll("-", "/")} ${clock}`,
            `${day.replaceAll("-", "")}T${clock}`,
          ])
            expect(readTime(cell, order)?.toISOString(), cell).toBe(date.toISOString());
          for (const cell of [parts, day, day.replaceAll("-", ""), `${day}Z`])
            expect(readTime(cell, order)?.toISOString(), cell).toBe(`${day}T00:00:00.000Z`);
        },
      ),
    );
  });

  it("is never read on another day than it was written, unless the order is asked for", () => {
    fc.assert(
      fc.property(
        fc.array(instant, { minLength: 1, maxLength: 5 }),
        fc.constantFrom<DateOrder>("day-first", "month-first"),
        (dates, order) => {
          const cells = dates.map((date) => written(date, order, "/", true));
          const detected = detectDateOrder(cells);
          expect([order, "either", null]).toContain(detected);
          if (detected === null)
            for (const [index, cell] of cells.entries())
              expect(readTime(cell, null)?.toISOString().slice(0, 10)).toBe(
                dates[index]?.toISOString().slice(0, 10),
              );
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    "",
    "2026-02-30",
    "2026-10-05T25:00:00Z",
    "2026-10-05 12:61",
    "31/31/2026",
    "05/10/26",
    "05/10-2026",
    "05/10/2026 25:00",
    "05/10/2026 13:00 PM",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31",
    "1791158400",
    "12:00",
  ])("is not %j", (cell) => {
    expect(readTime(cell, "day-first")).toBeNull();
    expect(readTime(cell, "month-first")).toBeNull();
  });

  it("keeps its zone", () => {
    expect(readTime("2026-10-05 01:00:00+02:00", null)?.toISOString()).toBe("2026-10-04T23:00:00.000Z");
    expect(readTime("2026-10-05T01:00+0200", null)?.toISOString()).toBe("2026-10-04T23:00:00.000Z");
  });

  it.each([
    [["05/10/2026", "31/10/2026"], "day-first"],
    [["10/05/2026", "10/31/2026"], "month-first"],
    [["05/10/2026"], "either"],
    [["05.10.2026"], "day-first"],
    [["10/10/2026"], null],
    [["31/10/2026", "10/31/2026"], "both"],
    [["2026-10-05", ""], null],
  ])("%j have the order %s", (cells, order) => {
    expect(detectDateOrder(cells)).toBe(order);
  });
});
