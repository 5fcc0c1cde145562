import type { ExceptionKind } from "@/lib/domain/reconciliation/exception";
import { type Block, type FileRow, type Payment, thousandths } from "./reconciliation-worlds";

export type ExpectedDay = {
  matched: number;
  rows: number;
  waiting: number;
  /** In thousandths, by what they are sums of. */
  sums: Map<string, bigint>;
};

export type Expected = {
  /** "kind transaction event day" */
  exceptions: string[];
  days: Map<number, ExpectedDay>;
};

/** What a comparison of these files with the block's transactions must say. A null file isn't here. */
export function expectedOf(block: Block, files: readonly (readonly FileRow[] | null)[]): Expected {
  const exceptions: string[] = [];
  const days = new Map<number, ExpectedDay>();
  const seen = new Set<string>();
  const isHere = (day: number) => files[day] != null;
  files.forEach((rows, day) => {
    if (!rows) return;
    const expected: ExpectedDay = { matched: 0, rows: rows.length, waiting: 0, sums: new Map() };
    days.set(day, expected);
    for (const row of rows) {
      const event = row.event.toLowerCase();
      const made = block.payments.get(row.id);
      const kind = seen.has(`${row.id} ${event}`) ? "twice" : kindOf(row, made, day);
      seen.add(`${row.id} ${event}`);
      if (kind) exceptions.push(`${kind} ${row.id} ${event === "clearing" ? event : "refund"} ${day}`);
      else expected.matched += 1;
      const sign = event === "refund" ? 1n : -1n;
      const [billed, fees] = [thousandths(row.billed), thousandths({ ...row.billed, units: row.fees })];
      count(expected, `${event} rows ${row.billed.currency}`, 1n);
      count(expected, `${event} billed ${row.billed.currency}`, billed);
      count(expected, `${event} fees ${row.billed.currency}`, fees);
      count(expected, `${event} effect ${row.billed.currency}`, sign * (billed - fees));
      if (made && kind !== "twice" && kind !== "file-only")
        count(expected, `arrived ${made.madeOn} ${made.billed.currency}`, -sign * thousandths(made.billed));
    }
  });
  for (const [id, made] of block.payments) {
    const day = days.get(made.madeOn);
    if (!day || (made.status !== "CLEARED" && made.status !== "REFUNDED")) continue;
    const { currency } = made.billed;
    const amount = thousandths(made.billed);
    count(day, `purchases ${currency}`, 1n);
    count(day, `purchased ${currency}`, amount);
    if (made.status === "REFUNDED") {
      count(day, `refunds ${currency}`, 1n);
      count(day, `refunded ${currency}`, amount);
    }
    for (const event of made.status === "REFUNDED" ? ["clearing", "refund"] : ["clearing"]) {
      if (seen.has(`${id} ${event}`)) continue;
      const span = Array.from(
        { length: made.statusReadOn - made.madeOn + 1 },
        (_, index) => made.madeOn + index,
      );
      if (span.every(isHere)) exceptions.push(`records-only ${id} ${event} ${made.madeOn}`);
      else {
        day.waiting += 1;
        count(day, `waiting ${currency}`, 1n);
        count(day, `waiting amount ${currency}`, event === "refund" ? -amount : amount);
      }
    }
  }
  return { exceptions: exceptions.sort(), days };
}

function kindOf(row: FileRow, made: Payment | undefined, day: number): ExceptionKind | null {
  if (!made || made.status === "DECLINED" || made.status === "REVERSED") return "file-only";
  if (row.occurredOn !== day) return "wrong-day";
  if (row.billed.currency !== made.billed.currency) return "currency-differs";
  if (thousandths(row.billed) !== thousandths(made.billed)) return "amount-differs";
  if (row.charged.currency !== made.charged.currency) return "currency-differs";
  return thousandths(row.charged) === thousandths(made.charged) ? null : "amount-differs";
}

function count({ sums }: ExpectedDay, name: string, value: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + value);
}
