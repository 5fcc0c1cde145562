import type { ExportedList } from "./list";

export const cardsList = {
  name: "cards",
  topics: ["cards"],
  indexTopics: ["index", "issuer"],
  columns: {
    id: { header: "Card ID", isHiddenByDefault: true, file: ["card_id"] },
    card: { header: "Card", sort: { column: "last_four", type: "text" }, file: ["last_four", "card_name"] },
    holder: { header: "Cardholder", sort: { column: "holder_key", type: "text" }, file: ["cardholder_name"] },
    customer: { header: "Customer", sort: { column: "customer_id", type: "text" }, file: ["customer_id"] },
    type: { header: "Type", sort: { column: "card_type", type: "text" }, file: ["type"] },
    design: { header: "Design", file: ["design_id", "design"] },
    status: { header: "Status", sort: { column: "status", type: "text" }, file: ["status"] },
    currency: { file: ["currency"] },
    created: {
      header: "Created",
      sort: { column: "created_at", type: "timestamptz" },
      file: ["created_utc"],
    },
  },
} as const satisfies ExportedList;
