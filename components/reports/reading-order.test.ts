import { expect, it } from "vitest";
import { detectColumns } from "@/lib/reports/summarize";
import { readingOrder } from "./reading-order";

const order = (columns: string[]) =>
  readingOrder(columns, detectColumns(columns)).map((index) => columns[index]);

it("shows when, what, where and how much before any id", () => {
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

it("keeps every column of a file whose names it doesn't know, in the file's order", () => {
  expect(order(["b", "a", "b"])).toEqual(["b", "a", "b"]);
});
