import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { type CellFormats, detectDateOrder, detectDecimalMark, readDecimal, readTime } from "./cell-formats";
import { fits, SETTLEMENT_COLUMN_NAMES, toSnakeCase } from "./settlement-columns";

/** The reports of fees and costs, whose rows are compared with settlements, with each other, and with the cards. */
export const FEE_TYPES = [
  "fee",
  "dailyTransactionFee",
  "monthlyTransactionFees",
  "monthlyNonTransactionFees",
] as const satisfies ReportType[];
export type FeeType = (typeof FEE_TYPES)[number];

const NAMES = {
  chargedAt: ["charged_at", "charge_date", ...SETTLEMENT_COLUMN_NAMES.occurredAt, "created_at"],
  item: ["fee_type", "item", "fee_category", "fee_description", ...SETTLEMENT_COLUMN_NAMES.event],
  amount: ["fee_amount", "fee", "charge", "cost"],
  currency: ["fee_currency", "currency"],
  transactionId: SETTLEMENT_COLUMN_NAMES.transactionId,
  cardId: ["card_id", "card_token"],
  baseAmount: ["base_amount", ...SETTLEMENT_COLUMN_NAMES.billAmount],
} as const;
type Role = keyof typeof NAMES;

export type FeeRow = {
  chargedAt: Date;
  item: string;
  /** Of the transaction: the charge belongs to it. */
  event: "authorization" | "clearing" | "refund" | null;
  transactionId: string | null;
  cardId: string | null;
  /** Plain decimals. */
  amount: string;
  currency: string | null;
  baseAmount: string | null;
};

export type FeeReader = (row: readonly string[]) => FeeRow | null;

/** How the rows are read, as these first ones show, or what can't be understood, in words. */
export function feeReader(
  type: FeeType,
  names: readonly string[],
  rows: readonly (readonly string[])[],
): { read: FeeReader; question: null } | { read: null; question: string } {
  const known = names.map(toSnakeCase);
  const index = (role: Role) => known.indexOf(NAMES[role].find((name) => known.includes(name)) ?? "\0");
  const columns = {
    chargedAt: index("chargedAt"),
    item: index("item"),
    amount: index("amount"),
    currency: index("currency"),
    transactionId: index("transactionId"),
    cardId: index("cardId"),
    baseAmount: index("baseAmount"),
  };
  const unclear = (question: string) => ({ read: null, question });
  if (columns.chargedAt < 0 || columns.amount < 0)
    return unclear("No column was recognized as the time or the fee.");
  if (columns.transactionId < 0 && columns.cardId < 0)
    return unclear("No column was recognized as the ID of a transaction or a card.");
  const cells = (column: number) => (column < 0 ? [] : rows.map((row) => row[column] ?? ""));
  const decimal = detectDecimalMark([...cells(columns.amount), ...cells(columns.baseAmount)]);
  const dates = detectDateOrder(cells(columns.chargedAt));
  if (decimal === "either" || decimal === "both" || dates === "either" || dates === "both")
    return unclear("Its numbers or dates can be read in two ways.");
  return { read: (row) => readRow(type, columns, { decimal, dates }, row), question: null };
}

function readRow(
  type: FeeType,
  columns: Record<Role, number>,
  formats: CellFormats,
  row: readonly string[],
): FeeRow | null {
  const { decimal, dates } = formats;
  const cell = (role: Role) => row[columns[role]]?.trim() ?? "";
  const chargedAt = readTime(cell("chargedAt"), dates);
  const amount = readDecimal(cell("amount"), decimal);
  const baseAmount = cell("baseAmount") === "" ? null : readDecimal(cell("baseAmount"), decimal);
  const [transactionId, cardId] = [cell("transactionId") || null, cell("cardId") || null];
  if (!chargedAt || amount === null || (transactionId ?? cardId) === null) return null;
  if (![transactionId, cardId].every((id) => id === null || fits("transactionId", id, formats))) return null;
  if (cell("baseAmount") !== "" && baseAmount === null) return null;
  return {
    chargedAt,
    item: cell("item"),
    event: eventOf(type, cell("item"), amount),
    transactionId,
    cardId,
    amount,
    currency: cell("currency").toUpperCase() || null,
    baseAmount: baseAmount?.replace("-", "") ?? null,
  };
}

/** A cardholder’s fee is charged by a clearing and returned by a refund. Other items are told by their names. */
function eventOf(type: FeeType, item: string, amount: string): FeeRow["event"] {
  if (type === "monthlyNonTransactionFees") return null;
  if (type === "fee") return /[1-9]/.test(amount) ? (amount.startsWith("-") ? "refund" : "clearing") : null;
  if (/return|refund|revers|chargeback/i.test(item)) return "refund";
  if (/auth/i.test(item)) return "authorization";
  return /clear|settle|interchange|capture|purchase/i.test(item) ? "clearing" : null;
}
