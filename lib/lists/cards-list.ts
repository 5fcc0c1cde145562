import type { ExportedList } from "./list";

export const cardsList = {
  name: "cards",
  topics: ["cards"],
  indexTopics: ["index", "issuer"],
  columns: {
    id: { header: "Card ID", csv: ["card_id"] },
    card: { header: "Card", sort: { column: "last_four", type: "text" }, csv: ["last_four", "card_name"] },
    holder: { header: "Cardholder", sort: { column: "holder_key", type: "text" }, csv: ["cardholder_name"] },
    customer: { header: "Customer", sort: { column: "customer_id", type: "text" }, csv: ["customer_id"] },
    type: { header: "Type", sort: { column: "card_type", type: "text" }, csv: ["type"] },
    design: { header: "Design", csv: ["design_id", "design"] },
    status: { header: "Status", sort: { column: "status", type: "text" }, csv: ["status"] },
    currency: { csv: ["currency"] },
    created: { header: "Created", sort: { column: "created_at", type: "timestamptz" }, csv: ["created_utc"] },
  },
} as const satisfies ExportedList;
