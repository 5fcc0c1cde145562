import { toDecimal } from "@/lib/domain/money";
import { formatTimestamp } from "@/lib/domain/timestamp";
import type { Cell, Report, ReportSource } from "./report";
import { hoursOf } from "./slices";

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

// The cardholder's fees stay with the program, so the master account pays the bill less the fees.
const EVENTS = `
  select cleared_at as at, 'CLEARING' as event, id, external_transaction_id, card_id, merchant, amount, currency,
         bill_amount, fx_fee + atm_fee as fees, -(bill_amount - fx_fee - atm_fee) as effect
  from transactions where cleared_at >= $1 and cleared_at < $2
  union all
  select refunded_at, 'REFUND', id, external_transaction_id, card_id, merchant, amount, currency,
         bill_amount, fx_fee + atm_fee, bill_amount - fx_fee - atm_fee
  from transactions where refunded_at >= $1 and refunded_at < $2`;

/** `monthly` and `daily`: every event that moved the master account, with its balance after each. */
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
    slices: slices(source),
  };
}

async function* slices(source: ReportSource): AsyncGenerator<Cell[][]> {
  const money = (amount: string | number) => toDecimal(Number(amount), source.currency);
  let balance = await openingBalance(source);
  for (const { start, end } of hoursOf(source)) {
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

async function openingBalance({ db, funding, from }: ReportSource): Promise<number> {
  const { rows } = await db.query<{ total: string }>(
    `select coalesce(sum(effect), 0) as total from (${EVENTS}) earlier`,
    [new Date(0), from],
  );
  return funding + Number(rows[0]?.total ?? 0);
}
