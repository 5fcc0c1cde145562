import "server-only";
import { formatHead } from "@/lib/audit/head";
import { countOf } from "@/lib/domain/money/numbers";
import { formatDateTime } from "@/lib/domain/time/date-time";
import type { Header } from "./backup-format";
import type { TableSummary } from "./summarize-rows";

/** Lines for the terminal. */
export function describeContents(
  { takenAt, audit }: Pick<Header, "takenAt" | "audit">,
  tables: Record<string, TableSummary>,
): string {
  const summaries = Object.values(tables);
  const rows = summaries.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Taken       ${formatDateTime(new Date(takenAt), { style: "full", timeZone: "UTC" })}`,
    `Contents    ${countOf(rows, "row")} in ${countOf(summaries.length, "table")}`,
    `Audit head  ${audit.seq > 0 ? formatHead(audit) : "none, the log is empty"}`,
  ].join("\n");
}
