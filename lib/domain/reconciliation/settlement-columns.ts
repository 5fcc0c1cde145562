import { type CellFormats, detectDateOrder, detectDecimalMark, readDecimal, readTime } from "./cell-formats";

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

/** Without these, nothing can be compared. */
export const REQUIRED_ROLES: readonly SettlementRole[] = ["transactionId", "occurredAt", "billAmount"];

/** Names of columns, as the file writes them. */
export type SettlementMapping = { columns: Partial<Record<SettlementRole, string>>; formats: CellFormats };

export type Recognition =
  | { mapping: SettlementMapping; question: null }
  | { mapping: null; question: string };

/** The sandbox's names and other common ones, in snake case. The first that a file has counts. */
const NAMES: Record<SettlementRole, readonly string[]> = {
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

/** By the columns' names, then checked by the shape of the first rows. */
export function recognizeColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Recognition {
  const known = names.map(toSnakeCase);
  const columns: SettlementMapping["columns"] = {};
  for (const role of ROLE_NAMES) {
    const name = NAMES[role].find((candidate) => known.includes(candidate));
    const column = name === undefined ? undefined : names[known.indexOf(name)];
    if (column !== undefined) columns[role] = column;
  }
  const missing = REQUIRED_ROLES.filter((role) => columns[role] === undefined);
  if (missing.length > 0)
    return unclear(
      `No column was recognized as ${missing.map((role) => `“${SETTLEMENT_ROLES[role]}”`).join(" and ")}.`,
    );
  return findFormats(names, columns, rows);
}

/** For a mapping that names the columns: how their numbers and dates are written. */
export function findFormats(
  names: readonly string[],
  columns: SettlementMapping["columns"],
  rows: readonly (readonly string[])[],
): Recognition {
  const cells = (role: SettlementRole) => {
    const index = names.indexOf(columns[role] ?? "");
    return index < 0 ? [] : rows.map((row) => row[index] ?? "");
  };
  const decimal = detectDecimalMark(AMOUNT_ROLES.flatMap(cells));
  if (!decimal) return unclear("The amounts can be read with a decimal point or with a decimal comma.");
  const dates = detectDateOrder(cells("occurredAt"));
  if (!dates) return unclear("The dates can be read with the day first or with the month first.");
  const mapping = { columns, formats: { decimal, dates } };
  const question = findMisfit(names, mapping, rows);
  return question ? unclear(question) : { mapping, question: null };
}

/** The first cell that doesn't have the shape of its column. */
export function findMisfit(
  names: readonly string[],
  { columns, formats }: SettlementMapping,
  rows: readonly (readonly string[])[],
): string | null {
  for (const [role, name] of Object.entries(columns) as [SettlementRole, string][]) {
    const index = names.indexOf(name);
    if (index < 0) return `The file has no column “${name}”.`;
    const row = rows.findIndex((cells) => !fits(role, cells[index] ?? "", formats));
    if (row >= 0)
      return `“${name}” was read as “${SETTLEMENT_ROLES[role]}”, but row ${row + 1} has “${rows[row]?.[index] ?? ""}”.`;
  }
  return null;
}

function fits(role: SettlementRole, cell: string, { decimal, dates }: CellFormats): boolean {
  if (role === "transactionId") return cell.trim() !== "";
  if (role === "occurredAt") return readTime(cell, dates) !== null;
  if (role === "billAmount") return readDecimal(cell, decimal) !== null;
  if (AMOUNT_ROLES.includes(role)) return cell.trim() === "" || readDecimal(cell, decimal) !== null;
  if (role === "billCurrency" || role === "currency")
    return /^[A-Za-z]{3}$/.test(cell.trim()) || cell.trim() === "";
  return true;
}

function unclear(question: string): Recognition {
  return { mapping: null, question };
}

function toSnakeCase(name: string): string {
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
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
  const text = (row: readonly string[], role: SettlementRole) => row[index[role]]?.trim() || null;
  const decimal = (row: readonly string[], role: SettlementRole) =>
    readDecimal(row[index[role]] ?? "", formats.decimal);
  return (row: readonly string[]): SettlementRow | null => {
    const transactionId = text(row, "transactionId");
    const occurredAt = readTime(row[index.occurredAt] ?? "", formats.dates);
    const billAmount = decimal(row, "billAmount");
    if (!transactionId || !occurredAt || billAmount === null) return null;
    const effect = decimal(row, "effect");
    return {
      event: eventOf(text(row, "event"), effect ?? billAmount),
      transactionId,
      occurredAt,
      merchant: text(row, "merchant"),
      amount: withoutSign(decimal(row, "amount")),
      currency: text(row, "currency")?.toUpperCase() ?? null,
      billAmount: withoutSign(billAmount) ?? billAmount,
      billCurrency: text(row, "billCurrency")?.toUpperCase() ?? null,
      fees: decimal(row, "fees"),
      effect,
      balance: decimal(row, "balance"),
    };
  };
}

/** The event says the direction, whatever sign an issuer gives its amounts. */
function withoutSign(decimal: string | null): string | null {
  return decimal?.replace("-", "") ?? null;
}

/** Without a column for it, money that leaves the account is a clearing. */
function eventOf(name: string | null, effect: string): SettlementRow["event"] {
  if (name === null) return effect.startsWith("-") ? "clearing" : "refund";
  if (/refund|return|credit|chargeback/i.test(name)) return "refund";
  return /clear|settle|purchase|capture|present|debit/i.test(name) ? "clearing" : "other";
}
