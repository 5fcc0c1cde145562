import { expect, it } from "vitest";
import { isIdColumn } from "./id-column";

it.each(["id", "transaction_id", "cardId", "Card ID", "last_four", "merchant_code", "Reference", "mcc"])(
  "%s has identifiers",
  (name) => expect(isIdColumn(name)).toBe(true),
);

it.each(["amount", "paid", "effect", "balance_after", "bill_amount", "fee", "count", "cardholder_fees"])(
  "%s doesn’t",
  (name) => expect(isIdColumn(name)).toBe(false),
);
