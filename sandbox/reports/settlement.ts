import { currencyDecimals, toDecimal } from "@/lib/domain/money/money";
import { formatTimestamp } from "@/lib/domain/time/timestamp";
import { hourlyWindows } from "./hourly-windows";
import type { Cell, Report, ReportSource } from "./report";

type Event = {
  at: Date;
  event: "CLEARING" | "REFUND";
  id: string;
  external_transaction_id: string;
  card_id: string;
  merchant: string;
  amount: string;
  currency: string;
  bill_amount: string;
  fees: string;
  effect: string;
  balance: string;
};

// The program keeps the cardholder's fees, so the master account pays the bill minus the fees.
const EVENTS = `
  select cleared_at as at, 'CLEARING' as event, id, external_transaction_id, card_id, merchant, amount, currency,
         bill_amount, fx_fee + atm_fee as fees, -(bill_amount - fx_fee - atm_fee) as effect
  from transactions where cleared_at >= $1 and cleared_at < $2
  union all
  select refunded_at, 'REFUND', id, external_transaction_id, card_id, merchant, amount, currency,
         bill_amount, fx_fee + atm_fee, bill_amount - fx_fee - atm_fee
  from transactions where refunded_at >= $1 and refunded_at < $2`;

// The database adds up the balance, because its decimals are exact however many events there are.
const WITH_BALANCE = `
  select at, event, id, external_transaction_id, card_id, merchant, amount, currency,
         round(bill_amount, $3::int) as bill_amount, round(fees, $3::int) as fees, round(effect, $3::int) as effect,
         round($4::numeric + sum(effect) over (order by at, id, event), $3::int) as balance
  from (${EVENTS}) events order by at, id, event`;

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
    batches: batches(source),
  };
}

async function* batches(source: ReportSource): AsyncGenerator<Cell[][]> {
  const decimals = currencyDecimals(source.currency);
  let balance = await openingBalance(source);
  for (const { start, end } of hourlyWindows(source)) {
    const { rows } = await source.db.query<Event>(WITH_BALANCE, [start, end, decimals, balance]);
    balance = rows.at(-1)?.balance ?? balance;
    yield rows.map((row) => [
      formatTimestamp(row.at),
      row.event,
      row.id,
      row.external_transaction_id,
      row.card_id,
      row.merchant,
      toDecimal(Number(row.amount), row.currency),
      row.currency,
      row.bill_amount,
      source.currency,
      row.fees,
      row.effect,
      row.balance,
    ]);
  }
}

async function openingBalance({ db, initialBalance, from }: ReportSource): Promise<string> {
  const { rows } = await db.query<{ balance: string }>(
    `select $3::numeric + coalesce(sum(effect), 0) as balance from (${EVENTS}) earlier`,
    [new Date(0), from, initialBalance],
  );
  return rows[0]?.balance ?? String(initialBalance);
}
