import { expect, it } from "vitest";
import { addUp, apartFrom, currenciesOf } from "./add-up";

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

it("adds what counts, to the cent", () => {
  expect(addUp(rows, "USD", ["CLEARED", "PENDING"])).toEqual({ transactions: 3, amount: 0.3 });
  expect(addUp(rows, "JPY", [])).toEqual({ transactions: 0, amount: 0 });
});

it("names the most used currency first, and what stands apart from spend", () => {
  expect(currenciesOf(rows)).toEqual(["EUR", "USD"]);
  expect(currenciesOf(rows.slice(0, 4))).toEqual(["USD"]);
  expect(apartFrom(rows)).toEqual(["HELD", "REFUNDED"]);
});
