import { expect, it } from "vitest";
import { detectColumns } from "@/lib/reports/summarize";
import { columnOrder } from "./column-order";

const order = (columns: string[]) =>
  columnOrder(columns, detectColumns(columns)).map((index) => columns[index]);

it("shows time, type, merchant and amount before any ID", () => {
  expect(
    order([
      "occurred_at",
      "event",
      "transaction_id",
      "external_transaction_id",
      "card_id",
      "merchant",
      "amount",
      "currency",
      "bill_amount",
      "bill_currency",
      "cardholder_fees",
      "effect",
      "balance_after",
    ]),
  ).toEqual([
    "occurred_at",
    "event",
    "merchant",
    "effect",
    "bill_currency",
    "balance_after",
    "amount",
    "currency",
    "bill_amount",
    "cardholder_fees",
    "transaction_id",
    "external_transaction_id",
    "card_id",
  ]);
});

it("keeps all columns of an unknown file in their order", () => {
  expect(order(["b", "a", "b"])).toEqual(["b", "a", "b"]);
});
