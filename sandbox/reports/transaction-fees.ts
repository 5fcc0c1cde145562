import { currencyDecimals } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { FEES } from "@/sandbox/domain/fees";
import { hourlyWindows } from "./hourly-windows";
import type { Cell, Report, ReportSource } from "./report";

type Item = {
  at: Date;
  item: string;
  id: string;
  card_id: string;
  base_amount: string;
  fee: string;
};

// Fees on small purchases are fractions of a cent, so they have two more digits than the currency.
const EXTRA_DECIMALS = 2;

const ITEMS = `
  select at, item, id, card_id, round(base_amount, $6::int) as base_amount, round(fee, $7::int) as fee from (
    select created as at, 'AUTHORIZATION' as item, id, card_id, bill_amount as base_amount, $3::numeric as fee
    from transactions where created >= $1 and created < $2
    union all
    select cleared_at, 'CLEARING', id, card_id, bill_amount, $4::numeric
    from transactions where cleared_at >= $1 and cleared_at < $2
    union all
    select cleared_at, 'INTERCHANGE', id, card_id, bill_amount, bill_amount * $5::numeric
    from transactions where cleared_at >= $1 and cleared_at < $2
    union all
    select refunded_at, 'INTERCHANGE_RETURN', id, card_id, bill_amount, -bill_amount * $5::numeric
    from transactions where refunded_at >= $1 and refunded_at < $2
  ) items
  order by at, id, item`;

/** `monthlyTransactionFees` and `dailyTransactionFee`: the program's cost (negative) or revenue per transaction. */
export function transactionFees(source: ReportSource): Report {
  return {
    columns: ["charged_at", "item", "transaction_id", "card_id", "base_amount", "fee_amount", "fee_currency"],
    batches: batches(source),
  };
}

async function* batches({ db, currency, ...window }: ReportSource): AsyncGenerator<Cell[][]> {
  const decimals = currencyDecimals(currency);
  for (const { start, end } of hourlyWindows(window)) {
    const { rows } = await db.query<Item>(ITEMS, [
      start,
      end,
      FEES.authorization,
      FEES.clearing,
      FEES.interchangeShare,
      decimals,
      decimals + EXTRA_DECIMALS,
    ]);
    yield rows.map((row) => [
      formatTimestamp(row.at),
      row.item,
      row.id,
      row.card_id,
      row.base_amount,
      row.fee,
      currency,
    ]);
  }
}
