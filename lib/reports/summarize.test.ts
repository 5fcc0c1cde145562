import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import { detectColumns, Summary } from "./summarize";

describe("amounts", () => {
  it("keep every digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
        expect(toMillionths(fromMillionths(value))).toBe(value);
      }),
    );
    expect(fromMillionths(toMillionths("-0.10") ?? 0n)).toBe("-0.10");
    expect(fromMillionths(toMillionths("1200") ?? 0n)).toBe("1200.00");
    expect(fromMillionths(toMillionths("1.2345") ?? 0n)).toBe("1.2345");
  });

  it("are null for other text", () => {
    for (const text of ["", "-", "1,000", "1e5", "abc", "=1"]) expect(toMillionths(text)).toBeNull();
  });
});

describe("a time", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    "2026-11-10 23:30:00",
    "2026-11-10T23:30:00",
    "2026-11-10T23:30",
    " 2026-11-10 23:30 ",
    "11/10/2026 23:30",
    "Nov 10, 2026 23:30:00",
    "2026-11-10 23:30:00 UTC",
    "2026-11-10 23:30:00Z",
    "2026-11-11 01:30:00+02:00",
    "2026-11-10T18:30:00-0500",
  ])("written as %j doesn't depend on the server's time zone", (text) => {
    for (const zone of ["America/New_York", "Asia/Tokyo", "UTC"]) {
      vi.stubEnv("TZ", zone);
      expect(new Date(0).getTimezoneOffset() === 0).toBe(zone === "UTC");
      const summary = new Summary(["time", "amount"]);
      summary.add([[text, "1.00"]]);
      expect(summary.result()).toMatchObject({
        firstAt: "2026-11-10T23:30:00.000Z",
        days: [{ day: "2026-11-10" }],
      });
    }
  });

  it.each(["2026-02-30 10:00", "soon", "1700000000", ""])("can't be %j", (text) => {
    const summary = new Summary(["time", "amount"]);
    summary.add([[text, "1.00"]]);
    expect(summary.result()).toMatchObject({ firstAt: null, days: [] });
  });
});

describe("a summary", () => {
  it("detects the sandbox's columns and other common names", () => {
    expect(detectColumns(["occurred_at", "event", "bill_currency", "effect", "balance_after"])).toEqual({
      time: 0,
      kind: 1,
      amount: 3,
      currency: 2,
      balance: 4,
    });
    expect(detectColumns(["Created At", "type", "feeAmount", "feeCurrency"])).toMatchObject({
      time: 0,
      amount: 2,
      currency: 3,
    });
    expect(detectColumns(["x", "y"])).toEqual({
      time: null,
      kind: null,
      amount: null,
      currency: null,
      balance: null,
    });
  });

  it("adds ten thousand cents to exactly a hundred by kind, currency and day", () => {
    const summary = new Summary(["occurred_at", "event", "effect", "bill_currency", "balance_after"]);
    const cents = Array.from({ length: 10_000 }, (_, row) => [
      "2026-11-10T23:59:59+0000",
      "CLEARING",
      "0.01",
      "USD",
      String(row),
    ]);
    summary.add(cents);
    summary.add([["2026-11-11T00:00:00+0000", "REFUND", "-5.00", "EUR", "7"]]);
    expect(summary.result()).toMatchObject({
      firstAt: "2026-11-10T23:59:59.000Z",
      lastAt: "2026-11-11T00:00:00.000Z",
      totals: [
        { kind: "CLEARING", currency: "USD", rows: 10_000, amount: "100.00" },
        { kind: "REFUND", currency: "EUR", rows: 1, amount: "-5.00" },
      ],
      days: [
        { day: "2026-11-10", rows: 10_000, amount: "100.00", balance: "9999" },
        { day: "2026-11-11", rows: 1, amount: "-5.00", balance: "7" },
      ],
    });
  });

  it("reads the names and formats that the reconciliation reads", () => {
    const summary = new Summary(["Booked at", "Entry type", "Net", "Billing currency", "Account balance"]);
    summary.add([
      ["22.10.2026 09:15", "PURCHASE", "-1,60", "EUR", "1.098,40"],
      ["22.10.2026 10:00", "PURCHASE", "-1.101,46", "EUR", "-3,06"],
    ]);
    expect(summary.result()).toMatchObject({
      firstAt: "2026-10-22T09:15:00.000Z",
      unreadRows: 0,
      totals: [{ kind: "PURCHASE", currency: "EUR", rows: 2, amount: "-1103.06" }],
      days: [{ day: "2026-10-22", rows: 2, amount: "-1103.06", balance: "-3.06" }],
    });
  });

  it("counts the rows whose amount isn't understood, but not those without one", () => {
    const summary = new Summary(["effect", "bill_currency"]);
    summary.add([
      ["1.50", "USD"],
      ["", "USD"],
      ["unknown", "USD"],
    ]);
    summary.add([["1,50", "USD"]]);
    expect(summary.result()).toMatchObject({
      unreadRows: 2,
      totals: [{ currency: "USD", rows: 1, amount: "1.50" }],
    });
    const nameless = new Summary(["a"]);
    nameless.add([["1"], ["2"]]);
    expect(nameless.result()).toMatchObject({ unreadRows: 2, totals: [] });
  });

  it("keeps three decimals, and distrusts them once a decimal comma shows that they are thousands", () => {
    const summary = new Summary(["effect", "bill_currency"]);
    summary.add([["1.500", "KWD"]]);
    expect(summary.result()).toMatchObject({ unreadRows: 0, totals: [{ amount: "1.50" }] });
    summary.add([["2,50", "KWD"]]);
    expect(summary.result()).toMatchObject({ unreadRows: 1 });
  });
});
