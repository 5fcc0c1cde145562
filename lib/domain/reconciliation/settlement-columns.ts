import { isStorable } from "@/lib/domain/text/storable-text";
import {
  type CellFormats,
  type DateOrder,
  type DecimalMark,
  type Detected,
  detectDateOrder,
  detectDecimalMark,
  readDecimal,
  readTime,
} from "./cell-formats";

/** What a column of a settlement file can mean, with the words for a person who decides it. */
export const SETTLEMENT_ROLES = {
  transactionId: "Transaction ID",
  occurredAt: "Time",
  event: "Event (clearing or refund)",
  billAmount: "Billed amount",
  billCurrency: "Billing currency",
  effect: "Effect on the balance",
  balance: "Balance after",
  fees: "Cardholder fees",
  amount: "Merchant’s amount",
  currency: "Merchant’s currency",
  merchant: "Merchant",
} as const;
export type SettlementRole = keyof typeof SETTLEMENT_ROLES;
export const ROLE_NAMES = Object.keys(SETTLEMENT_ROLES) as [SettlementRole, ...SettlementRole[]];

const SHAPES: Record<SettlementRole, string> = {
  transactionId: "an ID",
  occurredAt: "a time",
  event: "valid text",
  billAmount: "an amount",
  billCurrency: "a currency code",
  effect: "an amount",
  balance: "an amount",
  fees: "an amount",
  amount: "an amount",
  currency: "a currency code",
  merchant: "valid text",
};

/** Without these, nothing can be compared. */
export const REQUIRED_ROLES: readonly SettlementRole[] = ["transactionId", "occurredAt", "billAmount"];

/** Names of columns, as the file writes them. A format that is null is recognized in each file. */
export type SettlementMapping = { columns: Partial<Record<SettlementRole, string>>; formats: CellFormats };

/** Files that were written in the same way, as far as is known. */
export type FileGroup = { columns: string[]; formats: CellFormats; dates: string[] };

export type Recognition =
  | { mapping: SettlementMapping; question: null }
  | { mapping: null; question: string };

type Rows = readonly (readonly string[])[];

export const AS_EACH_FILE_SHOWS: CellFormats = { decimal: null, dates: null };

/** The sandbox's names and other common ones, in snake case. The first that a file has counts. */
export const SETTLEMENT_COLUMN_NAMES: Record<SettlementRole, readonly string[]> = {
  transactionId: [
    "transaction_id",
    "txn_id",
    "txn_ref",
    "transaction_reference",
    "transaction_ref",
    "payment_id",
    "reference",
    "id",
  ],
  occurredAt: [
    "occurred_at",
    "settled_at",
    "cleared_at",
    "posted_at",
    "posting_time",
    "posting_date",
    "settlement_time",
    "settlement_date",
    "booked_at",
    "timestamp",
    "date",
    "time",
  ],
  event: ["event", "event_type", "entry_type", "transaction_type", "type", "category"],
  billAmount: [
    "bill_amount",
    "billing_amount",
    "billed_amount",
    "cardholder_amount",
    "gross_amount",
    "gross",
  ],
  billCurrency: ["bill_currency", "billing_currency", "cardholder_currency", "account_currency"],
  effect: ["effect", "net_amount", "net", "balance_change", "account_effect", "change"],
  balance: ["balance_after", "running_balance", "closing_balance", "account_balance", "balance"],
  fees: ["cardholder_fees", "customer_fees", "fees", "fee_amount", "fee", "fee_total"],
  amount: ["amount", "merchant_amount", "transaction_amount", "original_amount", "local_amount"],
  currency: ["currency", "merchant_currency", "transaction_currency", "original_currency", "local_currency"],
  merchant: ["merchant", "merchant_name", "description", "counterparty", "narrative"],
};

const AMOUNT_ROLES: readonly SettlementRole[] = ["billAmount", "effect", "balance", "fees", "amount"];
const TEXT_ROLES: readonly SettlementRole[] = [
  "transactionId",
  "event",
  "billCurrency",
  "currency",
  "merchant",
];
/** The database's index can't hold longer ones. */
const MAX_ID_LENGTH = 255;

/** By the columns' names alone. */
export function recognizeNames(names: readonly string[]): SettlementMapping["columns"] {
  const known = names.map(toSnakeCase);
  const columns: SettlementMapping["columns"] = {};
  for (const role of ROLE_NAMES) {
    const name = SETTLEMENT_COLUMN_NAMES[role].find((candidate) => known.includes(candidate));
    const column = name === undefined ? undefined : names[known.indexOf(name)];
    if (column !== undefined) columns[role] = column;
  }
  return columns;
}

/** By the columns' names, then checked by the shape of the first rows. */
export function recognizeColumns(names: readonly string[], rows: Rows): Recognition {
  const columns = recognizeNames(names);
  const question = findMissingRole(columns, "No column was recognized as") ?? findDoubledName(names, columns);
  if (question) return { mapping: null, question };
  return completeFormats(names, { columns, formats: AS_EACH_FILE_SHOWS }, rows);
}

/** Whether the file has every column that the mapping names. */
export function hasColumns(names: readonly string[], { columns }: SettlementMapping): boolean {
  return Object.values(columns).every((name) => names.includes(name));
}

/** Whether a file that was read with `read` has formats that these exclude. */
export function excludesFormats({ decimal, dates }: CellFormats, read: CellFormats): boolean {
  const isOther = (chosen: string | null, known: string | null) =>
    chosen !== null && known !== null && chosen !== known;
  return isOther(decimal, read.decimal) || isOther(dates, read.dates);
}

/** The chosen formats, and those that the rows show beyond doubt where none is chosen. */
export function shownFormats(
  names: readonly string[],
  { columns, formats }: SettlementMapping,
  rows: Rows,
): CellFormats {
  const { decimal, dates } = detectFormats(names, columns, rows);
  const certain = <Format extends string>(detected: Detected<Format>) =>
    detected === "either" || detected === "both" ? null : detected;
  return {
    decimal: formats.decimal ?? certain<DecimalMark>(decimal),
    dates: formats.dates ?? certain<DateOrder>(dates),
  };
}

/** Decides by these rows what the mapping, or the rows before, left open. */
export function completeFormats(
  names: readonly string[],
  { columns, formats }: SettlementMapping,
  rows: Rows,
  firstRow = 0,
): Recognition {
  const detected = detectFormats(names, columns, rows);
  const [decimal, dates] = [formats.decimal ?? detected.decimal, formats.dates ?? detected.dates];
  if (decimal === "either")
    return unclear("The amounts can be read with a decimal point or with a decimal comma.");
  if (decimal === "both")
    return unclear("Some amounts have a decimal point, and others have a decimal comma.");
  if (dates === "either") return unclear("The dates can be read with the day first or with the month first.");
  if (dates === "both") return unclear("Some dates have the day first, and others have the month first.");
  const mapping = { columns, formats: { decimal, dates } };
  const question = findMisfit(names, mapping, rows, firstRow);
  return question ? unclear(question) : { mapping, question: null };
}

function detectFormats(
  names: readonly string[],
  columns: SettlementMapping["columns"],
  rows: Rows,
): { decimal: Detected<DecimalMark>; dates: Detected<DateOrder> } {
  const cells = (role: SettlementRole) => {
    const index = names.indexOf(columns[role] ?? "\0");
    return index < 0 ? [] : rows.map((row) => row[index] ?? "");
  };
  return {
    decimal: detectDecimalMark(AMOUNT_ROLES.flatMap(cells)),
    dates: detectDateOrder(cells("occurredAt")),
  };
}

/**
 * What the mapping lacks, or the first cell that doesn't have the shape of its column. The cell itself may be personal
 * data, which must not reach the audit log or a column that isn't encrypted.
 */
export function findMisfit(
  names: readonly string[],
  { columns, formats }: SettlementMapping,
  rows: Rows,
  firstRow = 0,
): string | null {
  const question = findMissingRole(columns, "No column was chosen as") ?? findDoubledName(names, columns);
  if (question) return question;
  for (const [role, name] of entriesOf(columns)) {
    const index = names.indexOf(name);
    if (index < 0) return `The file has no column “${name}”.`;
    const row = rows.findIndex((cells) => !fits(role, cells[index] ?? "", formats));
    if (row >= 0) return `Row ${firstRow + row + 1}: “${name}” isn’t ${SHAPES[role]}.`;
  }
  return null;
}

function findMissingRole(columns: SettlementMapping["columns"], words: string): string | null {
  const missing = REQUIRED_ROLES.filter((role) => columns[role] === undefined);
  if (missing.length > 0)
    return `${words} ${missing.map((role) => `“${SETTLEMENT_ROLES[role]}”`).join(" and ")}.`;
  if (columns.event !== undefined || columns.effect !== undefined) return null;
  return `${words} “${SETTLEMENT_ROLES.event}” or “${SETTLEMENT_ROLES.effect}”, so refunds can’t be told from purchases.`;
}

function findDoubledName(names: readonly string[], columns: SettlementMapping["columns"]): string | null {
  const counted = names.map(toSnakeCase);
  const doubled = Object.values(columns).find((name) => {
    const key = toSnakeCase(name);
    return counted.indexOf(key) !== counted.lastIndexOf(key);
  });
  return doubled === undefined ? null : `The file has several columns “${doubled}”.`;
}

export function fits(role: SettlementRole, cell: string, { decimal, dates }: CellFormats): boolean {
  const text = cell.trim();
  if (role === "transactionId") return text !== "" && text.length <= MAX_ID_LENGTH && isStorable(text);
  if (role === "occurredAt") return readTime(text, dates) !== null;
  if (role === "billAmount") return readDecimal(text, decimal) !== null;
  if (text === "") return true;
  if (AMOUNT_ROLES.includes(role)) return readDecimal(text, decimal) !== null;
  if (role === "billCurrency" || role === "currency") return /^[A-Za-z]{3}$/.test(text);
  return isStorable(text);
}

function unclear(question: string): Recognition {
  return { mapping: null, question };
}

function entriesOf(columns: SettlementMapping["columns"]): [SettlementRole, string][] {
  return Object.entries(columns) as [SettlementRole, string][];
}

export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
    .toLowerCase();
}

export type SettlementRow = {
  event: "clearing" | "refund" | "other";
  transactionId: string;
  occurredAt: Date;
  merchant: string | null;
  /** Plain decimals. */
  amount: string | null;
  currency: string | null;
  billAmount: string;
  billCurrency: string | null;
  fees: string | null;
  effect: string | null;
  balance: string | null;
};

/** Reads rows by a mapping; null for one that doesn't fit it. */
export function rowReader(names: readonly string[], { columns, formats }: SettlementMapping) {
  const index = Object.fromEntries(
    ROLE_NAMES.map((role) => [role, names.indexOf(columns[role] ?? "\0")]),
  ) as Record<SettlementRole, number>;
  const cell = (row: readonly string[], role: SettlementRole) => row[index[role]]?.trim() ?? "";
  const isText = (row: readonly string[], role: SettlementRole) => fits(role, cell(row, role), formats);
  const amountOf = (row: readonly string[], role: SettlementRole) => {
    const text = cell(row, role);
    return text === "" ? null : (readDecimal(text, formats.decimal) ?? undefined);
  };
  return (row: readonly string[]): SettlementRow | null => {
    if (!TEXT_ROLES.every((role) => isText(row, role))) return null;
    const occurredAt = readTime(cell(row, "occurredAt"), formats.dates);
    const [billAmount, amount, fees, effect, balance] = [
      amountOf(row, "billAmount"),
      amountOf(row, "amount"),
      amountOf(row, "fees"),
      amountOf(row, "effect"),
      amountOf(row, "balance"),
    ];
    if (!occurredAt || !billAmount || amount === undefined || fees === undefined) return null;
    if (effect === undefined || balance === undefined) return null;
    return {
      event: eventOf(cell(row, "event"), effect),
      transactionId: cell(row, "transactionId"),
      occurredAt,
      merchant: cell(row, "merchant") || null,
      amount: amount === null ? null : withoutSign(amount),
      currency: cell(row, "currency").toUpperCase() || null,
      billAmount: withoutSign(billAmount),
      billCurrency: cell(row, "billCurrency").toUpperCase() || null,
      fees,
      effect,
      balance,
    };
  };
}

/** The event says the direction, whatever sign an issuer gives its amounts. */
function withoutSign(decimal: string): string {
  return decimal.replace("-", "");
}

/** Without a word for it, money that leaves the account is a clearing. A reversal takes back either, so it is neither. */
export function eventOf(name: string, effect: string | null): SettlementRow["event"] {
  if (name === "") {
    if (effect === null || /^-?[0.]+$/.test(effect)) return "other";
    return effect.startsWith("-") ? "clearing" : "refund";
  }
  if (/revers/i.test(name)) return "other";
  if (/refund|return|credit(?![\s_-]*card)|chargeback/i.test(name)) return "refund";
  return /clear|settle|purchase|capture|present|debit/i.test(name) ? "clearing" : "other";
}
