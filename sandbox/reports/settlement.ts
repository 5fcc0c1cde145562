import { currencyDecimals, toDecimal } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { formatUnits, toUnits } from "@/sandbox/domain/units";
import type { TransactionRecord } from "@/sandbox/store/records";
import type { Cell, Report, ReportSource } from "./report";
import { type EventName, settledEvents } from "./settled-events";

/** `monthly` and `daily`: every change of the master account's balance. */
export function settlement(source: ReportSource): Report {
  return {
    columns: [
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
    ],
    rows: rows(source),
  };
}

function* rows(source: ReportSource): Generator<Cell[]> {
  const decimals = currencyDecimals(source.currency);
  let balance = openingBalance(source, decimals);
  for (const { at, event, transaction } of settledEvents(source)) {
    const effect = effectOf(event, transaction, decimals);
    balance += effect;
    yield [
      formatTimestamp(at),
      event,
      transaction.id,
      transaction.externalTransactionId,
      transaction.cardId,
      transaction.merchant,
      toDecimal(transaction.amount, transaction.currency),
      transaction.currency,
      toDecimal(transaction.billAmount, source.currency),
      source.currency,
      toDecimal(transaction.fxFee + transaction.atmFee, source.currency),
      formatUnits(effect, decimals),
      formatUnits(balance, decimals),
    ];
  }
}

/** The program keeps the cardholder's fees, so the master account pays the bill minus the fees. */
function effectOf(
  event: EventName,
  { billAmount, fxFee, atmFee }: TransactionRecord,
  decimals: number,
): bigint {
  const settled = toUnits(billAmount, decimals) - toUnits(fxFee, decimals) - toUnits(atmFee, decimals);
  return event === "CLEARING" ? -settled : settled;
}

function openingBalance({ state, from }: ReportSource, decimals: number): bigint {
  let balance = toUnits(state.program.initialBalance, decimals);
  for (const transaction of state.transactions) {
    const { clearedAt, refundedAt } = transaction;
    if (clearedAt && clearedAt < from) balance += effectOf("CLEARING", transaction, decimals);
    if (refundedAt && refundedAt < from) balance += effectOf("REFUND", transaction, decimals);
  }
  return balance;
}
