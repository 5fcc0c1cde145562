import type { Transaction } from "@/lib/contract/transaction";
import { toDecimal } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import type { TransactionRecord } from "./records";
import type { WorldState } from "./state";

export function toTransaction({ cards }: WorldState, transaction: TransactionRecord): Transaction {
  return {
    id: transaction.id,
    external_transaction_id: transaction.externalTransactionId,
    card_id: transaction.cardId,
    bill_amount: transaction.billAmount,
    bill_currency: transaction.billCurrency,
    cardholder_name: cards.get(transaction.cardId)?.cardholderName ?? "",
    amount: toDecimal(transaction.amount, transaction.currency),
    currency: transaction.currency,
    status: transaction.status,
    created: formatTimestamp(transaction.created),
  };
}
