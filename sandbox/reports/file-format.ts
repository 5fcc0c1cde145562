import { stringify } from "csv-stringify/sync";
import type { Disagreement, DisagreementChange } from "@/lib/domain/settings/disagreements";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { Cell } from "./report";

const AMOUNTS = [
  "amount",
  "bill_amount",
  "cardholder_fees",
  "effect",
  "balance_after",
  "fee_amount",
  "base_amount",
];

/** The names that another issuer could use. */
const OTHER_NAMES: Record<string, string> = {
  occurred_at: "Posting Date",
  event: "Entry Type",
  transaction_id: "Txn Ref",
  external_transaction_id: "RRN",
  card_id: "Card Token",
  merchant: "Merchant Name",
  amount: "Local Amount",
  currency: "Local Currency",
  bill_amount: "Billing Amount",
  bill_currency: "Billing Currency",
  cardholder_fees: "Customer Fees",
  effect: "Net Amount",
  balance_after: "Running Balance",
  charged_at: "Charge Date",
  fee_type: "Fee Category",
  item: "Fee Description",
  transaction_currency: "Local Currency",
  base_amount: "Base Amount",
  fee_amount: "Fee",
  fee_currency: "Fee Currency",
  card_type: "Product",
};

export type FileFormat = { hasOtherNames: boolean; delimiter: "," | ";"; hasDecimalComma: boolean };

export function formatOf(disagreements: readonly Disagreement[]): FileFormat {
  const has = (kind: Disagreement["kind"]) =>
    disagreements.some((disagreement) => disagreement.kind === kind);
  return {
    hasOtherNames: has("other-column-names"),
    delimiter: has("semicolons") || has("decimal-comma") ? ";" : ",",
    hasDecimalComma: has("decimal-comma"),
  };
}

export function writeHeader(columns: readonly string[], { hasOtherNames, delimiter }: FileFormat): string {
  return stringify([hasOtherNames ? otherNames(columns) : [...columns]], { delimiter });
}

export function writeRows(
  columns: readonly string[],
  rows: Cell[][],
  { delimiter, hasDecimalComma }: FileFormat,
): string {
  const written = hasDecimalComma ? rows.map((row) => withDecimalComma(columns, row)) : rows;
  return stringify(written, { delimiter });
}

/** What a disagreement changes in the whole file. */
export function formatChanges(
  kind: Disagreement["kind"],
  columns: readonly string[],
  day: IsoDate,
): DisagreementChange[] {
  const change = (before: string, after: string) => ({
    day,
    transactionId: null,
    column: null,
    before,
    after,
  });
  if (kind === "other-column-names") return [change(columns.join(","), otherNames(columns).join(","))];
  if (kind === "semicolons") return [change(",", ";")];
  if (kind === "decimal-comma") return [change(",", ";"), change(".", ",")];
  return [];
}

function otherNames(columns: readonly string[]): string[] {
  return columns.map((column) => OTHER_NAMES[column] ?? column);
}

function withDecimalComma(columns: readonly string[], row: readonly Cell[]): Cell[] {
  return row.map((cell, index) =>
    AMOUNTS.includes(columns[index] ?? "") ? String(cell).replace(".", ",") : cell,
  );
}
