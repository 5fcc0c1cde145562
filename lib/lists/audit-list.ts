import type { ExportedList } from "./list";

/** Changing a CSV column would make earlier exports unverifiable (docs/decisions/022). */
export const auditList = {
  name: "audit",
  topics: ["audit"],
  columns: {
    entry: { header: "Entry", csv: ["entry"] },
    phase: { csv: ["phase"] },
    at: { header: "Time", csv: ["at_utc"] },
    action: { header: "Action", csv: ["action"] },
    outcome: { header: "Outcome", csv: ["outcome"] },
    person: { header: "Actor", csv: ["person", "role"] },
    target: { header: "Target", csv: ["target"] },
    message: { header: "Details", csv: ["message"] },
    issuer: { csv: ["issuer_status", "issuer_code", "issuer_request_id"] },
    duration: { header: "Duration", csv: ["duration_ms"] },
    address: { csv: ["address"] },
    operation: { csv: ["operation_id"] },
    change: { csv: ["input", "before", "after"] },
    chain: { csv: ["previous_hash", "hash", "record"] },
  },
} as const satisfies ExportedList;
