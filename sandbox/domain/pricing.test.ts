import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundMoney } from "@/lib/domain/money/money";
import { price, RATES_TO_DOLLAR } from "./pricing";

const currencies = fc.constantFrom(...Object.keys(RATES_TO_DOLLAR));
const kinds = fc.constantFrom("purchase" as const, "atm" as const);
const amounts = fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100);

describe("price", () => {
  test("equals the amount in the card's own currency", () => {
    fc.assert(
      fc.property(currencies, amounts, (currency, cents) => {
        const amount = roundMoney(cents, currency);
        expect(price({ amount, currency, kind: "purchase", billCurrency: currency })).toEqual({
          billAmount: amount,
          fxFee: 0,
          atmFee: 0,
        });
      }),
    );
  });

  test("is rounded to the card's minor unit and is at least the fees", () => {
    fc.assert(
      fc.property(currencies, currencies, kinds, amounts, (currency, billCurrency, kind, amount) => {
        const priced = price({ amount, currency, kind, billCurrency });
        if (!priced) throw new Error("no price");
        for (const part of Object.values(priced)) expect(roundMoney(part, billCurrency)).toBe(part);
        expect(priced.billAmount).toBeGreaterThanOrEqual(
          roundMoney(priced.fxFee + priced.atmFee, billCurrency),
        );
        expect(priced.atmFee > 0).toBe(kind === "atm");
        if (currency === billCurrency) expect(priced.fxFee).toBe(0);
      }),
    );
  });

  test.each([
    [
      { amount: 92, currency: "EUR", kind: "purchase", billCurrency: "USD" },
      { billAmount: 102, fxFee: 2, atmFee: 0 },
    ],
    [
      { amount: 92, currency: "EUR", kind: "atm", billCurrency: "USD" },
      { billAmount: 104.5, fxFee: 2, atmFee: 2.5 },
    ],
    [
      { amount: 10, currency: "USD", kind: "purchase", billCurrency: "JPY" },
      { billAmount: 1544, fxFee: 30, atmFee: 0 },
    ],
    [
      { amount: 1, currency: "USD", kind: "atm", billCurrency: "KWD" },
      { billAmount: 1.081, fxFee: 0.006, atmFee: 0.768 },
    ],
  ] as const)("matches the hand-computed result for %j", (purchase, expected) => {
    expect(price(purchase)).toEqual(expected);
  });

  test("is null for a currency without a rate", () => {
    for (const currency of ["XXX", "usd", "", "__proto__", "constructor", "toString"]) {
      expect(price({ amount: 1, currency, kind: "purchase", billCurrency: "USD" })).toBeNull();
    }
  });
});
