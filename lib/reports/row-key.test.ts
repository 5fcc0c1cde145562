import { expect, it } from "vitest";
import { keyColumns } from "./row-key";

it.each([
  [
    ["occurred_at", "event", "transaction_id", "external_transaction_id", "card_id", "amount"],
    ["transaction_id", "event"],
  ],
  [
    ["charged_at", "item", "card_id", "card_type", "fee_amount"],
    ["card_id", "item"],
  ],
  [["Event ID", "type", "Card ID"], ["Event ID"]],
  [["transactionId", "cardId", "amount"], ["transactionId"]],
  [["date", "amount", "currency"], []],
])("of %j are %j", (columns, expected) => {
  expect(keyColumns(columns).map((index) => columns[index])).toEqual(expected);
});
