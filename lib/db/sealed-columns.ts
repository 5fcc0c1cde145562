import "server-only";
import { rowContext, seal, sealBytes, sealText, unseal, unsealBytes, unsealText } from "./seal";

/** An encrypted column. All of them are listed here, so that a new secret is applied to each. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key's columns in order, with their types. */
  key: Readonly<Record<string, "uuid" | "bigint" | "integer" | "text">>;
  /** The columns that bind a value to its row (`rowContext`); without any it is unbound. */
  boundTo: readonly string[];
  /** `json` is always sealed with `seal`; old rows of `text` and `bytes` may be in plain text. */
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
  {
    table: "issue_rows",
    column: "sealed",
    key: { run_id: "uuid", position: "integer" },
    boundTo: ["run_id", "position"],
    kind: "json",
  },
  // A warning can name a person.
  { table: "runs", column: "warnings", key: { id: "uuid" }, boundTo: ["id"], kind: "json" },
  { table: "runs", column: "scope", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "runs", column: "sealed_reason", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  // SQL copies a rule's note to what the rule explains.
  { table: "reconciliation_rules", column: "note", key: { id: "uuid" }, boundTo: [], kind: "text" },
  { table: "reconciliation_exceptions", column: "note", key: { id: "uuid" }, boundTo: [], kind: "text" },
  ...["note", "note_before"].map((column) => ({
    table: "reconciliation_exception_history",
    column,
    key: { id: "bigint" } as const,
    boundTo: [],
    kind: "text" as const,
  })),
  { table: "operations", column: "evidence", key: { id: "uuid" }, boundTo: [], kind: "json" },
  { table: "notes", column: "body", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  // Bound to the event ID, because the delivery's own ID is not known before it is stored.
  { table: "webhook_deliveries", column: "body", key: { id: "bigint" }, boundTo: ["event_id"], kind: "text" },
  // People name views after what they search for.
  { table: "saved_views", column: "name", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "saved_views", column: "query", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "authenticators", column: "secret", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "approval_requests", column: "content", key: { id: "uuid" }, boundTo: ["id"], kind: "json" },
  { table: "approval_requests", column: "comment", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "sessions", column: "id_token", key: { id: "uuid" }, boundTo: ["id"], kind: "text" },
  { table: "mails", column: "content", key: { id: "uuid" }, boundTo: ["id"], kind: "json" },
  { table: "alert_channels", column: "target", key: { id: "uuid" }, boundTo: ["id"], kind: "json" },
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

/** Returns the value sealed with the current secret; null if it can't be decrypted. */
export function reencrypt(
  column: SealedColumn,
  value: string | Buffer,
  bound: readonly string[],
): string | Buffer | null {
  const context = bound.length > 0 ? rowContext(nameOf(column), ...bound) : "";
  if (typeof value !== "string") {
    const unsealed = unsealBytes(value, context);
    return unsealed && sealBytes(unsealed, context);
  }
  if (column.kind === "json") {
    const unsealed = unseal(value, context);
    return unsealed === null ? null : seal(unsealed, context);
  }
  const unsealed = unsealText(value, context);
  return unsealed === null ? null : sealText(unsealed, context);
}
