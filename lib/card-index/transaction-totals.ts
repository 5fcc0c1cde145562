import "server-only";
import { pool } from "@/lib/db/database";
import type { TransactionTotal } from "@/lib/domain/cards/listed";
import { SPEND_STATUSES } from "@/lib/domain/cards/program-figures";
import type { Conditions } from "@/lib/postgres/conditions";
import { type DailyTotalsFilter, dayConditions } from "./facets";
import { filterConditions, type TransactionFilter } from "./list-transactions";

type TotalRow = Omit<TransactionTotal, "transactions"> & { transactions: string };

/** Reads the daily totals, so the cost doesn't depend on the number of transactions. */
export function readDailyTotals(counted: DailyTotalsFilter): Promise<TransactionTotal[]> {
  const conditions = dayConditions(counted);
  return addUp(
    `select bill_currency, status, transactions, amount from transaction_days where ${conditions}`,
    conditions,
  );
}

/** Adds up the transactions themselves; null if there are more than `max`. */
export async function readTransactionTotals(
  filter: TransactionFilter,
  max: number,
): Promise<TransactionTotal[] | null> {
  const conditions = await filterConditions(filter);
  const totals = await addUp(
    `select bill_currency, status, 1 as transactions, bill_amount as amount
     from indexed_transactions where ${conditions} limit ${max + 1}`,
    conditions,
  );
  return totals.reduce((sum, { transactions }) => sum + transactions, 0) > max ? null : totals;
}

/** In SQL, where amounts are exact decimals. */
async function addUp(listed: string, conditions: Conditions): Promise<TransactionTotal[]> {
  const db = await pool();
  const isSpend = `status = any(${conditions.bind([...SPEND_STATUSES])})`;
  const { rows } = await db.query<TotalRow>(
    `select bill_currency as currency, status, sum(transactions) as transactions, trim_scale(sum(amount))::text as amount,
            trim_scale(coalesce(sum(sum(amount)) filter (where ${isSpend}) over (partition by bill_currency), 0))::text as spend
     from (${listed}) as listed
     group by bill_currency, status having sum(transactions) > 0 order by bill_currency, status`,
    conditions.values,
  );
  return rows.map(({ transactions, ...total }) => ({ ...total, transactions: Number(transactions) }));
}
