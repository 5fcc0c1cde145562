import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyDecimals, formatMoney, impliedRate, isCurrency, roundMoney, toDecimal } from "./money";

const CURRENCIES = ["JPY", "USD", "KWD", "CLF"] as const;
const currency = fc.constantFrom(...CURRENCIES);
const amount = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("currencyDecimals", () => {
  it.each([
    ["JPY", 0],
    ["KRW", 0],
    ["VND", 0],
    ["CLP", 0],
    ["ISK", 0],
    ["UGX", 0],
    ["XAF", 0],
    ["XOF", 0],
    ["USD", 2],
    ["EUR", 2],
    ["GBP", 2],
    ["KWD", 3],
    ["BHD", 3],
    ["JOD", 3],
    ["OMR", 3],
    ["TND", 3],
    ["LYD", 3],
    ["CLF", 4],
  ])("gives %s %i decimals", (code, decimals) => expect(currencyDecimals(code)).toBe(decimals));

  it.each([
    ["HUF", 2],
    ["COP", 2],
    ["PKR", 2],
    ["LBP", 2],
    ["ALL", 2],
    ["RSD", 2],
    ["IQD", 3],
  ])("gives %s the %i of ISO 4217, even if cash has none", (code, decimals) =>
    expect(currencyDecimals(code)).toBe(decimals),
  );

  it.each(["", "usd", "US", "DOLLAR", "ZZZ", "constructor", "__proto__", "$"])(
    "returns two for %j, which is unknown",
    (code) => expect(currencyDecimals(code)).toBe(2),
  );
});

describe("isCurrency", () => {
  it.each(["USD", "EUR", "JPY", "KWD"])("accepts %s", (code) => expect(isCurrency(code)).toBe(true));
  it.each(["", "usd", "US", "USDT", "ZZZ", "U$D", "USD "])("rejects %j", (code) =>
    expect(isCurrency(code)).toBe(false),
  );
});

describe("roundMoney", () => {
  it.each([
    [1.005, "USD", 1.01],
    [-1.005, "USD", -1.01],
    [1.0049, "USD", 1],
    [2.675, "USD", 2.68],
    [8.345, "USD", 8.35],
    [1.255, "USD", 1.26],
    [0.1 + 0.2, "USD", 0.3],
    [10.235, "USD", 10.24],
    [0.5, "JPY", 1],
    [-0.5, "JPY", -1],
    [2.5, "JPY", 3],
    [1.4999, "JPY", 1],
    [1.0005, "KWD", 1.001],
    [1.00049, "KWD", 1],
    [0, "USD", 0],
    [1e-7, "USD", 0],
    [-1e-7, "USD", 0],
    [-0.004, "USD", 0],
    [5e-324, "USD", 0],
    [1e21, "USD", 1e21],
    [1e300, "USD", 1e300],
    [-1e300, "KWD", -1e300],
    [Number.MAX_VALUE, "USD", Number.MAX_VALUE],
    [Number.MAX_SAFE_INTEGER, "USD", Number.MAX_SAFE_INTEGER],
  ])("rounds %d %s to %d", (from, code, expected) => expect(roundMoney(from, code)).toBe(expected));

  it("changes an amount by at most half of the smallest unit", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), currency, (from, code) => {
        const half = 0.5 * 10 ** -currencyDecimals(code);
        expect(Math.abs(roundMoney(from, code) - from)).toBeLessThanOrEqual(half * 1.000_001);
      }),
    );
  });

  it("keeps rounded amounts unchanged, for every amount in cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        const dollars = Number(`${cents}e-2`);
        expect(roundMoney(dollars, "USD")).toBe(cents === 0 ? 0 : dollars);
      }),
    );
  });

  it("rounds every half cent away from zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
        const half = Number(`${cents}.5e-2`);
        expect(roundMoney(half, "USD")).toBe(Number(`${cents + 1}e-2`));
        expect(roundMoney(-half, "USD")).toBe(-Number(`${cents + 1}e-2`));
      }),
    );
  });

  it("is symmetric, idempotent and finite for any number", () => {
    fc.assert(
      fc.property(amount, currency, (from, code) => {
        const rounded = roundMoney(from, code);
        expect(Number.isFinite(rounded)).toBe(true);
        expect(roundMoney(rounded, code)).toBe(rounded);
        expect(roundMoney(-from, code) + rounded).toBe(0);
      }),
    );
  });
});

describe("toDecimal", () => {
  it.each([
    [12.3, "USD", "12.30"],
    [12, "JPY", "12"],
    [12.5, "JPY", "13"],
    [1.5, "KWD", "1.500"],
    [0, "USD", "0.00"],
    [1.005, "USD", "1.01"],
    [-1.005, "USD", "-1.01"],
    [-0.001, "USD", "0.00"],
    [-0, "USD", "0.00"],
    [1e-7, "USD", "0.00"],
    [1234567.891, "USD", "1234567.89"],
    [1e21, "USD", "1000000000000000000000.00"],
    [-1e21, "JPY", "-1000000000000000000000"],
  ])("formats %d %s as %s", (from, code, expected) => expect(toDecimal(from, code)).toBe(expected));

  it("returns a plain decimal that parses as the rounded amount, for any number", () => {
    fc.assert(
      fc.property(amount, currency, (from, code) => {
        const text = toDecimal(from, code);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(text.split(".")[1]?.length ?? 0).toBe(currencyDecimals(code));
        // Added to zero, because "0.00" is both zeros.
        expect(Number(text) + 0).toBe(roundMoney(from, code) + 0);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("throws for %d", (value) =>
    expect(() => toDecimal(value, "USD")).toThrow(RangeError),
  );
});

describe("formatMoney", () => {
  it.each([
    [1840.25, "USD", "USD 1,840.25"],
    ["1840.25", "USD", "USD 1,840.25"],
    ["64", "USD", "USD 64.00"],
    [1840.25, "JPY", "JPY 1,840"],
    [1840.2504, "KWD", "KWD 1,840.250"],
    ["12.34", "HUF", "HUF 12.34"],
    [0, "USD", "USD 0.00"],
    [-12.5, "USD", "USD -12.50"],
    ["-1234.5", "EUR", "EUR -1,234.50"],
    [-0.001, "USD", "USD 0.00"],
    ["-0.00", "USD", "USD 0.00"],
    [1.005, "USD", "USD 1.01"],
    ["9007199254740993.01", "USD", "USD 9,007,199,254,740,993.01"],
  ])("shows %s %s as %s", (from, code, expected) => expect(formatMoney(from, code)).toBe(expected));

  it.each(["", " ", "n/a", "12,30", "0x10", "1e3", "Infinity", "NaN", "--1", "1.", ".5", "12 "])(
    "shows %j unchanged, because it is not a plain decimal",
    (from) => expect(formatMoney(from, "USD")).toBe(`USD ${from}`),
  );

  it("formats any decimal like Intl", () => {
    const decimal = fc.stringMatching(/^-?\d{1,30}(\.\d{1,9})?$/);
    fc.assert(
      fc.property(decimal, currency, (from, code) => {
        const decimals = currencyDecimals(code);
        const byIntl = new Intl.NumberFormat("en", {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          signDisplay: "negative",
        });
        expect(formatMoney(from, code)).toBe(`${code} ${byIntl.format(from as `${number}`)}`);
      }),
    );
  });

  it("shows the digits of toDecimal, grouped", () => {
    const cents = fc.integer({ min: -1e14, max: 1e14 });
    fc.assert(
      fc.property(cents, currency, (whole, code) => {
        const from = Number(`${whole}e-${currencyDecimals(code)}`);
        const shown = formatMoney(from, code);
        expect(shown.replaceAll(",", "")).toBe(`${code} ${toDecimal(from, code)}`);
        expect(formatMoney(toDecimal(from, code), code)).toBe(shown);
      }),
    );
  });
});

describe("impliedRate", () => {
  it.each([
    [100, 108, 1.08],
    [151.4, 1, 1 / 151.4],
    [-100, -108, 1.08],
    [50, 0, 0],
  ])("calculates from %d billed as %d the rate %d", (merchant, billed, expected) =>
    expect(impliedRate(merchant, billed)).toBeCloseTo(expected, 12),
  );

  it.each([0, -0, Number.NaN, Number.POSITIVE_INFINITY])("returns null for %d", (merchant) =>
    expect(impliedRate(merchant, 10)).toBeNull(),
  );
});
