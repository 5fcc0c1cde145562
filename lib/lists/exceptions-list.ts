import type { ExportedList } from "./list";

export const exceptionsList = {
  name: "exceptions",
  topics: ["reconciliation"],
  columns: {
    id: { file: ["exception_id"] },
    day: { header: "Day", sort: { column: "day", type: "date" }, file: ["day"] },
    kind: { header: "Exception", sort: { column: "kind", type: "text" }, file: ["kind"] },
    transaction: { header: "Transaction", file: ["transaction_id", "event"] },
    card: { header: "Card", isHiddenByDefault: true, file: ["card_id"] },
    merchant: { header: "Merchant", file: ["merchant"] },
    source: { header: "File", isHiddenByDefault: true, file: ["report_id", "file_row"] },
    values: { header: "Ours and theirs", file: ["field", "ours", "theirs"] },
    difference: {
      header: "Difference",
      sort: { column: "abs(coalesce(difference, 0))", type: "numeric" },
      file: ["difference", "currency"],
    },
    state: { header: "State", sort: { column: "state", type: "text" }, file: ["state", "state_since_utc"] },
    reason: { header: "Reason", file: ["reason", "note", "is_by_rule"] },
    owner: { header: "Owner", file: ["owner"] },
    found: {
      header: "Found",
      isHiddenByDefault: true,
      sort: { column: "created_at", type: "timestamptz" },
      file: ["found_utc"],
    },
  },
} as const satisfies ExportedList;
