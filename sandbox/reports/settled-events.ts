import type { TransactionRecord } from "@/sandbox/store/records";
import type { ReportSource } from "./report";

export type EventName = "CLEARING" | "REFUND";
export type SettledEvent = { at: Date; event: EventName; transaction: TransactionRecord };

/** The clearings and refunds of a period, in chronological order. */
export function settledEvents({ state, from, until }: ReportSource): SettledEvent[] {
  const events: SettledEvent[] = [];
  for (const transaction of state.transactions) {
    const { clearedAt, refundedAt } = transaction;
    if (isWithin(clearedAt, from, until)) events.push({ at: clearedAt, event: "CLEARING", transaction });
    if (isWithin(refundedAt, from, until)) events.push({ at: refundedAt, event: "REFUND", transaction });
  }
  return sortByTime(events, ({ at, event, transaction }) => [at, transaction.id, event]);
}

export function isWithin(time: Date | null, from: Date, until: Date): time is Date {
  return time !== null && time >= from && time < until;
}

/** By time, then by the other keys. */
export function sortByTime<Row>(rows: Row[], keysOf: (row: Row) => [Date, string, string]): Row[] {
  return rows.sort((one, other) => {
    const [[at, ...keys], [otherAt, ...otherKeys]] = [keysOf(one), keysOf(other)];
    const difference = at.getTime() - otherAt.getTime();
    return difference || compareText(keys.join(" "), otherKeys.join(" "));
  });
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
