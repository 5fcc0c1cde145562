import { currencyDecimals, toDecimal } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { formatUnits, toUnits } from "@/sandbox/domain/units";
import type { Cell, Report, ReportSource } from "./report";
import { settledEvents } from "./settled-events";

/** `fee`: the FX and ATM fees charged to cardholders, which are the program's revenue; a refund returns them. */
export function cardholderFees(source: ReportSource): Report {
  return {
    columns: [
      "charged_at",
      "fee_type",
      "transaction_id",
      "card_id",
      "transaction_currency",
      "bill_amount",
      "fee_amount",
      "fee_currency",
    ],
    rows: rows(source),
  };
}

function* rows(source: ReportSource): Generator<Cell[]> {
  const decimals = currencyDecimals(source.currency);
  for (const { at, event, transaction } of settledEvents(source)) {
    const fees = { ATM: transaction.atmFee, FX: transaction.fxFee };
    for (const [type, fee] of Object.entries(fees)) {
      if (fee === 0) continue;
      const units = toUnits(fee, decimals);
      yield [
        formatTimestamp(at),
        type,
        transaction.id,
        transaction.cardId,
        transaction.currency,
        toDecimal(transaction.billAmount, source.currency),
        formatUnits(event === "CLEARING" ? units : -units, decimals),
        source.currency,
      ];
    }
  }
}
