import { stringify } from "csv-stringify/sync";
import type pg from "pg";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import type { Transaction } from "@/lib/contract/transaction";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { captureReport } from "./captured-report";

/** Everything that is compared, and what was found. */
export async function clearReconciliation(pool: pg.Pool): Promise<void> {
  await pool.query(
    `truncate reconciliation_days, reconciliation_changes, reconciliation_exceptions, reconciliation_exception_history,
       reconciliation_rules, settlement_events, settlement_readings, settlement_mappings, facts_due,
       transaction_facts, merchants, fee_rows,
       sign_offs, indexed_transactions, report_requests, report_files cascade`,
  );
  await markIndexFilled(pool);
}

/** As if the first sync had read every transaction. Nothing is compared before. */
export async function markIndexFilled(pool: pg.Pool): Promise<void> {
  await pool.query("update index_feeds set filled_at = now() where name = 'transactions'");
}

/** A purchase of USD 10.00 in the morning of the day. */
export function clearedTransaction(
  id: string,
  day: IsoDate,
  overrides: Partial<Transaction> = {},
): Transaction {
  return {
    id,
    external_transaction_id: `ext-${id}`,
    card_id: "card-1",
    bill_amount: 10,
    bill_currency: "USD",
    cardholder_name: "Ada Lovelace",
    amount: "10.00",
    currency: "USD",
    status: "CLEARED",
    created: `${day}T08:00:00+0000`,
    ...overrides,
  };
}

/** Stores a report that finance requested. */
export async function storeReport(
  pool: pg.Pool,
  { type, date, content }: { type: string; date: IsoDate; content: string | AsyncIterable<Buffer> },
): Promise<{ reportId: string; fileId: string }> {
  const person = await findPersonByEmail(pool, DEMO_PEOPLE.finance.email);
  return captureReport(pool, { type, date, personId: person?.id ?? "", content });
}

export type SettledRow = {
  id: string;
  at: string;
  event?: "CLEARING" | "REFUND";
  /** In cents. */
  bill: number;
  fees?: number;
  currency?: string;
  merchant?: string;
};

/** A settlement file as the sandbox writes it. */
export function settlementCsv(opening: number, rows: readonly SettledRow[]): string {
  let balance = opening;
  const money = (cents: number) => (cents / 100).toFixed(2);
  return stringify([
    [
      "occurred_at",
      "event",
      "transaction_id",
      "merchant",
      "amount",
      "currency",
      "bill_amount",
      "bill_currency",
      "cardholder_fees",
      "effect",
      "balance_after",
    ],
    ...rows.map(
      ({ id, at, event = "CLEARING", bill, fees = 0, currency = "USD", merchant = "Kaffeehaus" }) => {
        const effect = (event === "REFUND" ? 1 : -1) * (bill - fees);
        balance += effect;
        return [
          `${at}+0000`,
          event,
          id,
          merchant,
          money(bill),
          currency,
          money(bill),
          "USD",
          money(fees),
          money(effect),
          money(balance),
        ];
      },
    ),
  ]);
}
