import { isSpend, type TransactionsOn } from "@/lib/domain/figures";
import { roundMoney } from "@/lib/domain/money";

export type Sum = { transactions: number; amount: number };

/** Rows of one currency, added up to its smallest unit. */
export function addUp(
  rows: readonly Pick<TransactionsOn, "status" | "transactions" | "amount">[],
  currency: string,
  statuses: readonly string[],
): Sum {
  const sum = { transactions: 0, amount: 0 };
  for (const row of rows) {
    if (!statuses.includes(row.status)) continue;
    sum.transactions += row.transactions;
    sum.amount += row.amount;
  }
  return { ...sum, amount: roundMoney(sum.amount, currency) };
}

/** The currencies of these rows, the most used first. Amounts of two are never added. */
export function currenciesOf(rows: readonly TransactionsOn[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, transactions } of rows)
    counts.set(currency, (counts.get(currency) ?? 0) + transactions);
  return [...counts]
    .sort(([left, many], [right, more]) => more - many || (left < right ? -1 : 1))
    .map(([currency]) => currency);
}

/** What is neither spend nor declined: refunds, reversals, and whatever else the issuer calls it. */
export function apartFrom(rows: readonly TransactionsOn[]): string[] {
  const statuses = new Set(rows.map(({ status }) => status));
  return [...statuses].filter((status) => !isSpend(status) && status !== "DECLINED").sort();
}
