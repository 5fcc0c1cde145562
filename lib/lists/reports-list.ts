import type { List } from "./list";

export const reportsList = {
  name: "reports",
  topics: ["reports"],
  columns: {
    type: { header: "Report" },
    period: { header: "Period" },
    state: { header: "Status" },
    person: { header: "Requested by" },
    rows: { header: "Rows" },
    bytes: { header: "Size" },
    at: { header: "Requested" },
  },
} as const satisfies List;
