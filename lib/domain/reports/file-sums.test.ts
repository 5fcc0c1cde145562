import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumTotals } from "./file-sums";

describe("the totals of several files", () => {
  it("are added by kind and currency", () => {
    const first = [
      { kind: "CLEARING", currency: "USD", rows: 2, amount: "-0.10" },
      { kind: "REFUND", currency: "USD", rows: 1, amount: "5.00" },
    ];
    const second = [
      { kind: "CLEARING", currency: "USD", rows: 3, amount: "-0.20" },
      { kind: "CLEARING", currency: "KWD", rows: 1, amount: "-1.001" },
    ];
    expect(sumTotals([first, second])).toEqual([
      { kind: "CLEARING", currency: "USD", rows: 5, amount: "-0.30" },
      { kind: "REFUND", currency: "USD", rows: 1, amount: "5.00" },
      { kind: "CLEARING", currency: "KWD", rows: 1, amount: "-1.001" },
    ]);
    expect(sumTotals([])).toEqual([]);
  });

  it("are exact for amounts that a float can't hold", () => {
    const cents = fc.array(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(cents, (amounts) => {
        const files = amounts.map((amount) => [
          { kind: null, currency: "USD", rows: 1, amount: toDecimal(amount) },
        ]);
        const expected = toDecimal(amounts.reduce((sum, amount) => sum + amount, 0n));
        expect(sumTotals(files)).toEqual([
          { kind: null, currency: "USD", rows: amounts.length, amount: expected },
        ]);
      }),
    );
  });
});

function toDecimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
