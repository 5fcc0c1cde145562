import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import {
  type CellFormats,
  detectDateOrder,
  detectDecimalMark,
  readDecimal,
  readTime,
} from "@/lib/domain/reconciliation/cell-formats";
import { SETTLEMENT_COLUMN_NAMES, toSnakeCase } from "@/lib/domain/reconciliation/settlement-columns";
import { MAX_TOTALS, type ReportColumns, type ReportSummary } from "@/lib/domain/reports/report";
import { isIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

const MAX_DAYS = 400;

/** The spec doesn't define columns: these are the sandbox's names and other common ones. The first match counts. */
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
    ...SETTLEMENT_COLUMN_NAMES.occurredAt,
  ],
  kind: [
    "event",
    "fee_type",
    "item",
    "transaction_type",
    "type",
    "category",
    ...SETTLEMENT_COLUMN_NAMES.event,
  ],
  balance: ["balance_after", "running_balance", "balance", ...SETTLEMENT_COLUMN_NAMES.balance],
} as const;

const { effect, billAmount, billCurrency, amount, currency } = SETTLEMENT_COLUMN_NAMES;
const BILLED = [...billCurrency, ...currency];

/** The amounts in order of preference, each with the names of its currency. */
const AMOUNTS: readonly { names: readonly string[]; currencies: readonly string[] }[] = [
  { names: ["effect"], currencies: BILLED },
  { names: ["fee_amount"], currencies: ["fee_currency", "currency"] },
  { names: effect, currencies: BILLED },
  { names: billAmount, currencies: BILLED },
  { names: amount, currencies: currency },
];

export function detectColumns(columns: readonly string[]): ReportColumns {
  const names = columns.map(toSnakeCase);
  const findColumn = (candidates: readonly string[]) => {
    const name = candidates.find((candidate) => names.includes(candidate));
    return name === undefined ? null : names.indexOf(name);
  };
  const amounts = AMOUNTS.find((candidate) => findColumn(candidate.names) !== null);
  return {
    time: findColumn(NAMES.time),
    kind: findColumn(NAMES.kind),
    amount: amounts ? findColumn(amounts.names) : null,
    currency: findColumn(amounts?.currencies ?? ["currency"]),
    balance: findColumn(NAMES.balance),
  };
}

/** Totals by kind and currency and by day, and the first and last time, computed while the file downloads. */
export class Summary {
  readonly #columnRoles: ReportColumns;
  readonly #totals = new Map<
    string,
    { kind: string | null; currency: string; rows: number; amount: bigint }
  >();
  readonly #days = new Map<string, { rows: number; amount: bigint; balance: string | null }>();
  readonly #formats: CellFormats = { decimal: null, dates: null };
  #unreadRows = 0;
  /** Read with a decimal point, before another row decided it. */
  #ambiguousRows = 0;
  #first: Date | null = null;
  #last: Date | null = null;

  constructor(columns: readonly string[]) {
    this.#columnRoles = detectColumns(columns);
  }

  /** The first rows that can be read in only one way decide how the rest is read. */
  add(rows: readonly (readonly string[])[]): void {
    this.#decideFormats(rows);
    for (const row of rows) this.#addRow(row);
  }

  result(): ReportSummary {
    return {
      means: this.#columnRoles,
      firstAt: this.#first?.toISOString() ?? null,
      lastAt: this.#last?.toISOString() ?? null,
      unreadRows: this.#unreadRows + (this.#formats.decimal === "," ? this.#ambiguousRows : 0),
      totals: [...this.#totals.values()].map((total) => ({ ...total, amount: fromMillionths(total.amount) })),
      days: [...this.#days]
        .map(([day, { rows, amount, balance }]) => ({ day, rows, amount: fromMillionths(amount), balance }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
    };
  }

  #decideFormats(rows: readonly (readonly string[])[]): void {
    const { amount, balance, time } = this.#columnRoles;
    const cells = (index: number | null) => (index === null ? [] : rows.map((row) => row[index] ?? ""));
    if (this.#formats.decimal === null) {
      const decimal = detectDecimalMark([...cells(amount), ...cells(balance)]);
      if (decimal === "." || decimal === ",") this.#formats.decimal = decimal;
      if (decimal === "either") this.#ambiguousRows += rows.length;
    }
    if (this.#formats.dates === null) {
      const dates = detectDateOrder(cells(time));
      if (dates === "day-first" || dates === "month-first") this.#formats.dates = dates;
    }
  }

  #addRow(row: readonly string[]): void {
    const cell = (index: number | null) => (index === null ? null : (row[index] ?? null));
    const text = cell(this.#columnRoles.amount);
    const amount = toMillionths(this.#readDecimal(text ?? "") ?? "");
    const at = this.#readTime(cell(this.#columnRoles.time));
    if (at) {
      if (!this.#first || at < this.#first) this.#first = at;
      if (!this.#last || at > this.#last) this.#last = at;
    }
    if (amount === null) {
      if (text?.trim() !== "") this.#unreadRows += 1;
      return;
    }
    this.#addTotal(cell(this.#columnRoles.kind), cell(this.#columnRoles.currency) ?? "", amount);
    const balance = cell(this.#columnRoles.balance);
    if (at) this.#addDay(at.toISOString().slice(0, 10), amount, balance ? this.#readDecimal(balance) : null);
  }

  /** A plain decimal such as `1.500` counts even as long as it could also be more than a thousand. */
  #readDecimal(cell: string): string | null {
    return this.#formats.decimal === null ? cell : readDecimal(cell, this.#formats.decimal);
  }

  #readTime(cell: string | null): Date | null {
    return (this.#formats.dates && readTime(cell ?? "", this.#formats.dates)) ?? parseTime(cell);
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
