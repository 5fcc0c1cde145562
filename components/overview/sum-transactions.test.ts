import { expect, it } from "vitest";
import { findOtherStatuses, listCurrencies, sumTransactions } from "./sum-transactions";

const row = (status: string, currency: string, transactions: number, amount: number) => ({
  day: "2026-11-15",
  status,
  currency,
  transactions,
  amount,
});
const rows = [
  row("CLEARED", "USD", 2, 0.1),
  row("PENDING", "USD", 1, 0.2),
  row("DECLINED", "USD", 5, 100),
  row("REFUNDED", "USD", 1, 50),
  row("HELD", "EUR", 20, 1),
];

it("sums the given statuses without floating-point errors", () => {
  expect(sumTransactions(rows, "USD", ["CLEARED", "PENDING"])).toEqual({ transactions: 3, amount: 0.3 });
  expect(sumTransactions(rows, "JPY", [])).toEqual({ transactions: 0, amount: 0 });
});

it("lists the most used currency first, and the statuses other than spend", () => {
  expect(listCurrencies(rows)).toEqual(["EUR", "USD"]);
  expect(listCurrencies(rows.slice(0, 4))).toEqual(["USD"]);
  expect(findOtherStatuses(rows)).toEqual(["HELD", "REFUNDED"]);
});
