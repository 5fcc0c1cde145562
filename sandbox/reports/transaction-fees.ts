import { currencyDecimals, toDecimal } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { FEES } from "@/sandbox/domain/fees";
import { divideRounded, formatUnits, toUnits } from "@/sandbox/domain/units";
import type { TransactionRecord } from "@/sandbox/store/records";
import type { Cell, Report, ReportSource } from "./report";
import { isWithin, sortByTime } from "./settled-events";

// Fees on small purchases are fractions of a cent, so they have two more digits than the currency.
const EXTRA_DECIMALS = 2;
const SHARE_DECIMALS = 6;

type ItemName = "AUTHORIZATION" | "CLEARING" | "INTERCHANGE" | "INTERCHANGE_RETURN";
type Item = { at: Date; name: ItemName; transaction: TransactionRecord };

/** `monthlyTransactionFees` and `dailyTransactionFee`: the program's cost (negative) or revenue per transaction. */
export function transactionFees(source: ReportSource): Report {
  return {
    columns: ["charged_at", "item", "transaction_id", "card_id", "base_amount", "fee_amount", "fee_currency"],
    rows: rows(source),
  };
}

function* rows(source: ReportSource): Generator<Cell[]> {
  const decimals = currencyDecimals(source.currency) + EXTRA_DECIMALS;
  for (const { at, name, transaction } of itemsOf(source)) {
    yield [
      formatTimestamp(at),
      name,
      transaction.id,
      transaction.cardId,
      toDecimal(transaction.billAmount, source.currency),
      formatUnits(feeOf(name, transaction.billAmount, decimals), decimals),
      source.currency,
    ];
  }
}

function itemsOf({ state, from, until }: ReportSource): Item[] {
  const items: Item[] = [];
  for (const transaction of state.transactions) {
    const { created, clearedAt, refundedAt } = transaction;
    if (isWithin(created, from, until)) items.push({ at: created, name: "AUTHORIZATION", transaction });
    if (isWithin(clearedAt, from, until)) {
      items.push({ at: clearedAt, name: "CLEARING", transaction });
      items.push({ at: clearedAt, name: "INTERCHANGE", transaction });
    }
    if (isWithin(refundedAt, from, until))
      items.push({ at: refundedAt, name: "INTERCHANGE_RETURN", transaction });
  }
  return sortByTime(items, ({ at, name, transaction }) => [at, transaction.id, name]);
}

function feeOf(name: ItemName, billAmount: number, decimals: number): bigint {
  if (name === "AUTHORIZATION") return toUnits(FEES.authorization, decimals);
  if (name === "CLEARING") return toUnits(FEES.clearing, decimals);
  const share = toUnits(FEES.interchangeShare, SHARE_DECIMALS);
  const interchange = divideRounded(toUnits(billAmount, decimals) * share, 10n ** BigInt(SHARE_DECIMALS));
  return name === "INTERCHANGE" ? interchange : -interchange;
}
