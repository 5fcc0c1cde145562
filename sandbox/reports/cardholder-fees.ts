import { currencyDecimals } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { hourlyWindows } from "./hourly-windows";
import type { Cell, Report, ReportSource } from "./report";

type Fee = {
  at: Date;
  fee_type: "FX" | "ATM";
  id: string;
  card_id: string;
  currency: string;
  bill_amount: string;
  fee: string;
};

const FEES = `
  select e.at, f.fee_type, e.id, e.card_id, e.currency, round(e.bill_amount, $3::int) as bill_amount,
         round(e.sign * f.fee, $3::int) as fee
  from (
    select cleared_at as at, 1 as sign, * from transactions where cleared_at >= $1 and cleared_at < $2
    union all
    select refunded_at, -1, * from transactions where refunded_at >= $1 and refunded_at < $2
  ) e
  cross join lateral (values ('FX', e.fx_fee), ('ATM', e.atm_fee)) as f (fee_type, fee)
  where f.fee <> 0
  order by e.at, e.id, f.fee_type`;

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
    batches: batches(source),
  };
}

async function* batches(source: ReportSource): AsyncGenerator<Cell[][]> {
  const decimals = currencyDecimals(source.currency);
  for (const { start, end } of hourlyWindows(source)) {
    const { rows } = await source.db.query<Fee>(FEES, [start, end, decimals]);
    yield rows.map((row) => [
      formatTimestamp(row.at),
      row.fee_type,
      row.id,
      row.card_id,
      row.currency,
      row.bill_amount,
      row.fee,
      source.currency,
    ]);
  }
}
