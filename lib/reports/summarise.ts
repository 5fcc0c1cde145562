import { isIsoDate } from "@/lib/domain/calendar";
import { fromMillionths, toMillionths } from "@/lib/domain/decimal-sum";
import type { ReportColumns, ReportSummary } from "@/lib/domain/report";
import { parseTimestamp } from "@/lib/domain/timestamp";

const MOST_TOTALS = 200;
const MOST_DAYS = 400;

/** The spec shows no columns: these are the names of the sandbox's, and the usual others. The first that is there counts. */
const NAMES = {
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

const CURRENCY_NAMES: Record<string, readonly string[]> = {
  effect: ["bill_currency", "currency"],
  fee_amount: ["fee_currency", "currency"],
  bill_amount: ["bill_currency", "currency"],
};

export function meaningOf(columns: readonly string[]): ReportColumns {
  const names = columns.map(toSnakeCase);
  const find = (wanted: readonly string[]) => {
    const name = wanted.find((candidate) => names.includes(candidate));
    return name === undefined ? null : names.indexOf(name);
  };
  const amount = find(NAMES.amount);
  return {
    time: find(NAMES.time),
    kind: find(NAMES.kind),
    amount,
    currency: find(CURRENCY_NAMES[names[amount ?? -1] ?? ""] ?? ["currency"]),
    balance: find(NAMES.balance),
  };
}

function toSnakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

/** Adds a file up while it comes in: totals by kind and currency, the movement of each day, first and last time. */
export class Summary {
  readonly #means: ReportColumns;
  readonly #totals = new Map<
    string,
    { kind: string | null; currency: string; rows: number; amount: bigint }
  >();
  readonly #days = new Map<string, { rows: number; amount: bigint; balance: string | null }>();
  #first: Date | null = null;
  #last: Date | null = null;

  constructor(columns: readonly string[]) {
    this.#means = meaningOf(columns);
  }

  add(row: readonly string[]): void {
    const cell = (index: number | null) => (index === null ? null : (row[index] ?? null));
    const amount = toMillionths(cell(this.#means.amount) ?? "");
    const at = readTime(cell(this.#means.time));
    if (at) {
      if (!this.#first || at < this.#first) this.#first = at;
      if (!this.#last || at > this.#last) this.#last = at;
    }
    if (amount === null) return;
    this.#addTotal(cell(this.#means.kind), cell(this.#means.currency) ?? "", amount);
    if (at) this.#addDay(at.toISOString().slice(0, 10), amount, cell(this.#means.balance));
  }

  result(): ReportSummary {
    return {
      means: this.#means,
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
    if (!this.#totals.has(key) && this.#totals.size >= MOST_TOTALS) return;
    this.#totals.set(key, { ...total, rows: total.rows + 1, amount: total.amount + amount });
  }

  #addDay(day: string, amount: bigint, balance: string | null): void {
    const known = this.#days.get(day) ?? { rows: 0, amount: 0n, balance: null };
    if (!this.#days.has(day) && this.#days.size >= MOST_DAYS) return;
    this.#days.set(day, {
      rows: known.rows + 1,
      amount: known.amount + amount,
      balance: balance ?? known.balance,
    });
  }
}

const ZONE = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** A time without a zone is UTC, like all of the issuer's: what is read must not depend on where the server stands. */
function readTime(text: string | null): Date | null {
  const written = text?.trim();
  if (!written) return null;
  const known = parseTimestamp(written);
  if (known) return known;
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(written) ?? [];
  // `Date` takes 30 February for 2 March.
  if (day && !isIsoDate(day)) return null;
  const parsed = new Date(ZONE.test(written) ? written : `${written.replace(/^([\d-]+)T(?=\d)/, "$1 ")} UTC`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
