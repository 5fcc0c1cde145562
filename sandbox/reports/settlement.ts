import { toDecimal } from "@/lib/domain/money/money";
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
  const money = (amount: string | number) => toDecimal(Number(amount), source.currency);
  let balance = await openingBalance(source);
  for (const { start, end } of hourlyWindows(source)) {
    const { rows } = await source.db.query<Event>(`${EVENTS} order by at, id, event`, [start, end]);
    yield rows.map((row) => {
      balance += Number(row.effect);
      return [
        formatTimestamp(row.at),
        row.event,
        row.id,
        row.external_transaction_id,
        row.card_id,
        row.merchant,
        toDecimal(Number(row.amount), row.currency),
        row.currency,
        money(row.bill_amount),
        source.currency,
        money(row.fees),
        money(row.effect),
        money(balance),
      ];
    });
  }
}

async function openingBalance({ db, initialBalance, from }: ReportSource): Promise<number> {
  const { rows } = await db.query<{ total: string }>(
    `select coalesce(sum(effect), 0) as total from (${EVENTS}) earlier`,
    [new Date(0), from],
  );
  return initialBalance + Number(rows[0]?.total ?? 0);
}
