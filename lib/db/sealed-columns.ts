import "server-only";
import { rowContext, seal, sealBytes, sealText, unseal, unsealBytes, unsealText } from "./seal";

/** A column whose values are sealed. Each is listed here, so that a new secret reaches all of them. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key's columns, in its order, and their types. */
  key: Readonly<Record<string, "uuid" | "bigint" | "integer" | "text">>;
  /** Columns whose values bind a sealed value to its row (`rowContext`); none leaves it unbound. */
  boundTo: readonly string[];
  /** `json`: always sealed, by `seal`. `text` and `bytes`: rows from before the column was sealed are in clear. */
  kind: "json" | "text" | "bytes";
};

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "drafts", column: "sealed", key: { id: "uuid" }, boundTo: ["id"], kind: "json" },
  {
    table: "customer_profiles",
    column: "sealed",
    key: { customer_id: "text" },
    boundTo: ["customer_id"],
    kind: "json",
  },
  { table: "operations", column: "evidence", key: { id: "uuid" }, boundTo: [], kind: "json" },
  { table: "notes", column: "body", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  // The number of a delivery is not known before it is stored.
  { table: "webhook_deliveries", column: "body", key: { id: "bigint" }, boundTo: ["event_id"], kind: "text" },
  { table: "report_captures", column: "link", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  {
    table: "report_chunks",
    column: "content",
    key: { file_id: "uuid", number: "integer" },
    boundTo: ["file_id", "number"],
    kind: "bytes",
  },
];

export function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

/** The value under the current secret; null when it does not open. */
export function reseal(
  column: SealedColumn,
  value: string | Buffer,
  bound: readonly string[],
): string | Buffer | null {
  const context = bound.length > 0 ? rowContext(nameOf(column), ...bound) : "";
  if (typeof value !== "string") {
    const opened = unsealBytes(value, context);
    return opened && sealBytes(opened, context);
  }
  if (column.kind === "json") {
    const opened = unseal(value, context);
    return opened === null ? null : seal(opened, context);
  }
  const opened = unsealText(value, context);
  return opened === null ? null : sealText(opened, context);
}
