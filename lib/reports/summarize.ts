import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import type { ReportColumns, ReportSummary } from "@/lib/domain/reports/report";
import { isIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

export const MAX_TOTALS = 200;
const MAX_DAYS = 400;

/** The spec doesn't define columns: these are the sandbox's names and other common ones. The first match counts. */
const COLUMN_NAMES = {
  time: [
    "occurred_at",
    "charged_at",
    "created",
    "created_at",
    "timestamp",
    "transaction_date",
    "date",
    "time",
  ],
  kind: ["event", "fee_type", "item", "transaction_type", "type", "category"],
  amount: ["effect", "fee_amount", "net_amount", "bill_amount", "amount"],
  balance: ["balance_after", "running_balance", "balance"],
} as const;

const CURRENCY_COLUMN_NAMES: Record<string, readonly string[]> = {
  effect: ["bill_currency", "currency"],
  fee_amount: ["fee_currency", "currency"],
  bill_amount: ["bill_currency", "currency"],
};

export function detectColumns(columns: readonly string[]): ReportColumns {
  const names = columns.map(toSnakeCase);
  const findColumn = (candidates: readonly string[]) => {
    const name = candidates.find((candidate) => names.includes(candidate));
    return name === undefined ? null : names.indexOf(name);
  };
  const amount = findColumn(COLUMN_NAMES.amount);
  return {
    time: findColumn(COLUMN_NAMES.time),
    kind: findColumn(COLUMN_NAMES.kind),
    amount,
    currency: findColumn(CURRENCY_COLUMN_NAMES[names[amount ?? -1] ?? ""] ?? ["currency"]),
    balance: findColumn(COLUMN_NAMES.balance),
  };
}

function toSnakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

/** Totals by kind and currency and by day, and the first and last time, computed while the file downloads. */
export class Summary {
  readonly #columnRoles: ReportColumns;
  readonly #totals = new Map<
    string,
    { kind: string | null; currency: string; rows: number; amount: bigint }
  >();
  readonly #days = new Map<string, { rows: number; amount: bigint; balance: string | null }>();
  #first: Date | null = null;
  #last: Date | null = null;

  constructor(columns: readonly string[]) {
    this.#columnRoles = detectColumns(columns);
  }

  add(row: readonly string[]): void {
    const cell = (index: number | null) => (index === null ? null : (row[index] ?? null));
    const amount = toMillionths(cell(this.#columnRoles.amount) ?? "");
    const at = parseTime(cell(this.#columnRoles.time));
    if (at) {
      if (!this.#first || at < this.#first) this.#first = at;
      if (!this.#last || at > this.#last) this.#last = at;
    }
    if (amount === null) return;
    this.#addTotal(cell(this.#columnRoles.kind), cell(this.#columnRoles.currency) ?? "", amount);
    if (at) this.#addDay(at.toISOString().slice(0, 10), amount, cell(this.#columnRoles.balance));
  }

  result(): ReportSummary {
    return {
      means: this.#columnRoles,
      firstAt: this.#first?.toISOString() ?? null,
      lastAt: this.#last?.toISOString() ?? null,
      totals: [...this.#totals.values()].map((total) => ({ ...total, amount: fromMillionths(total.amount) })),
      days: [...this.#days]
        .map(([day, { rows, amount, balance }]) => ({ day, rows, amount: fromMillionths(amount), balance }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    };
  }

  #addTotal(kind: string | null, currency: string, amount: bigint): void {
    const key = `${kind}\n${currency}`;
    const total = this.#totals.get(key) ?? { kind, currency, rows: 0, amount: 0n };
    if (!this.#totals.has(key) && this.#totals.size >= MAX_TOTALS) return;
    this.#totals.set(key, { ...total, rows: total.rows + 1, amount: total.amount + amount });
  }

  #addDay(day: string, amount: bigint, balance: string | null): void {
    const current = this.#days.get(day) ?? { rows: 0, amount: 0n, balance: null };
    if (!this.#days.has(day) && this.#days.size >= MAX_DAYS) return;
    this.#days.set(day, {
      rows: current.rows + 1,
      amount: current.amount + amount,
      balance: balance ?? current.balance,
    });
  }
}

const ZONE = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** A time without a zone is UTC, so that the result doesn't depend on the server's time zone. */
function parseTime(text: string | null): Date | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const timestamp = parseTimestamp(trimmed);
  if (timestamp) return timestamp;
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(trimmed) ?? [];
  // `Date` would read 30 February as 2 March.
  if (day && !isIsoDate(day)) return null;
  const parsed = new Date(ZONE.test(trimmed) ? trimmed : `${trimmed.replace(/^([\d-]+)T(?=\d)/, "$1 ")} UTC`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
