import { isSpend, type TransactionsOn } from "@/lib/domain/cards/program-figures";
import { roundMoney } from "@/lib/domain/money/money";

export type Sum = { transactions: number; amount: number };

/** Expects rows of one currency and rounds to its smallest unit. */
export function sumTransactions(
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

/** Most used first. */
export function listCurrencies(rows: readonly TransactionsOn[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, transactions } of rows)
    counts.set(currency, (counts.get(currency) ?? 0) + transactions);
  return [...counts]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .map(([currency]) => currency);
}

/** Statuses other than spend and declined: refunds, reversals and unknown ones. */
export function findOtherStatuses(rows: readonly TransactionsOn[]): string[] {
  const statuses = new Set(rows.map(({ status }) => status));
  return [...statuses].filter((status) => !isSpend(status) && status !== "DECLINED").sort();
}
