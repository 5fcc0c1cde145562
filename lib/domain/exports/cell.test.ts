import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountCell, lastFourCell, textCell, timeCell, timeColumn } from "./cell";

describe("an ID or a name", () => {
  it("is marked as text", () => {
    expect(textCell("0042")).toEqual({ is: "text", text: "0042" });
    expect(textCell(undefined)).toBeNull();
  });
});

describe("a card's last four digits", () => {
  it("are the end of a masked number, which no spreadsheet reads as a number", () => {
    expect(lastFourCell("0042")).toBe("****0042");
    expect(lastFourCell(null)).toBeNull();
  });
});

describe("a time", () => {
  it("has a format that spreadsheets recognize, in UTC", () => {
    expect(timeCell("2026-11-15T14:03:22+0000")).toEqual({ is: "date", text: "2026-11-15 14:03:22" });
    expect(timeCell("2026-11-15T14:03:22.5+02:00")).toEqual({ is: "date", text: "2026-11-15 12:03:22" });
    expect(timeCell(new Date("2026-11-15T14:03:22Z"))).toEqual({ is: "date", text: "2026-11-15 14:03:22" });
  });

  it("has another zone's time in a column with that zone's name", () => {
    expect(timeCell("2026-11-15T23:30:00+0000", "Europe/Berlin")).toEqual({
      is: "date",
      text: "2026-11-16 00:30:00",
    });
    expect(timeColumn("created", "Europe/Berlin")).toBe("created_europe_berlin");
    expect(timeColumn("created")).toBe("created_utc");
  });

  it("stays unchanged if it can't be parsed", () => {
    expect(timeCell("yesterday")).toBe("yesterday");
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
    expect(amountCell(amount, currency)).toEqual({ is: "decimal", text: written });
  });

  it("keeps its value", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (amount, currency) => Number(amountCell(amount, currency).text) === amount,
      ),
    );
  });
});
