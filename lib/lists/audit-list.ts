import type { ExportedList } from "./list";

/** Changing a column of the file would make earlier exports unverifiable (docs/decisions/022). */
export const auditList = {
  name: "audit",
  topics: ["audit"],
  columns: {
    entry: { header: "Entry", file: ["entry"] },
    phase: { file: ["phase"] },
    at: { header: "Time", file: ["at_utc"] },
    action: { header: "Action", file: ["action"] },
    outcome: { header: "Outcome", file: ["outcome"] },
    person: { header: "Actor", file: ["person", "role"] },
    target: { header: "Target", file: ["target"] },
    message: { header: "Details", isHiddenByDefault: true, file: ["message"] },
    issuer: { file: ["issuer_status", "issuer_code", "issuer_request_id"] },
    duration: { header: "Duration", file: ["duration_ms"] },
    address: { file: ["address"] },
    operation: { file: ["operation_id"] },
    change: { file: ["input", "before", "after"] },
    chain: { file: ["previous_hash", "hash", "record"] },
  },
} as const satisfies ExportedList;
