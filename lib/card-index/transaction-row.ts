import type { Transaction } from "@/lib/contract/transaction";

/** The columns of `indexed_transactions` that hold the issuer's values. */
export type TransactionRow = {
  id: string;
  external_id: string;
  card_id: string;
  bill_amount: string;
  bill_currency: string;
  cardholder_name: string;
  amount: string;
  currency: string;
  status: string;
  created: string;
};

export const TRANSACTION_COLUMNS =
  "id, external_id, card_id, bill_amount, bill_currency, cardholder_name, amount, currency, status, created";

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    external_transaction_id: row.external_id,
    card_id: row.card_id,
    bill_amount: Number(row.bill_amount),
    bill_currency: row.bill_currency,
    cardholder_name: row.cardholder_name,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    created: row.created,
  };
}
