import "server-only";
import { pool } from "@/lib/db/database";
import type { TransactionTotal } from "@/lib/domain/cards/listed";
import { type DailyTotalsFilter, dayConditions } from "./facets";
import { filterConditions, type TransactionFilter } from "./list-transactions";

type TotalRow = Omit<TransactionTotal, "transactions"> & { transactions: string };

/** Reads the daily totals, so the cost doesn't depend on the number of transactions. */
export async function readDailyTotals(counted: DailyTotalsFilter): Promise<TransactionTotal[]> {
  const db = await pool();
  const conditions = dayConditions(counted);
  const { rows } = await db.query<TotalRow>(
    `select bill_currency as currency, status, sum(transactions) as transactions, sum(amount)::text as amount
     from transaction_days where ${conditions}
     group by bill_currency, status having sum(transactions) > 0 order by bill_currency, status`,
    conditions.values,
  );
  return rows.map(toTotal);
}

/** Adds up the transactions themselves; null if there are more than `max`. */
export async function readTransactionTotals(
  filter: TransactionFilter,
  max: number,
): Promise<TransactionTotal[] | null> {
  const db = await pool();
  const conditions = await filterConditions(filter);
  const { rows } = await db.query<TotalRow>(
    `select bill_currency as currency, status, count(*) as transactions, sum(bill_amount)::text as amount
     from (select bill_currency, status, bill_amount from indexed_transactions
           where ${conditions} limit ${max + 1}) as listed
     group by bill_currency, status order by bill_currency, status`,
    conditions.values,
  );
  const totals = rows.map(toTotal);
  return totals.reduce((sum, { transactions }) => sum + transactions, 0) > max ? null : totals;
}

function toTotal({ transactions, ...total }: TotalRow): TransactionTotal {
  return { ...total, transactions: Number(transactions) };
}
