import type { ExportedList } from "./list";

export const transactionsList = {
  name: "transactions",
  topics: ["transactions"],
  indexTopics: ["index", "issuer"],
  columns: {
    id: { header: "Transaction ID", csv: ["transaction_id"] },
    external: { header: "External ID", csv: ["external_transaction_id"] },
    card: { header: "Card", csv: ["card_id", "last_four", "customer_id"] },
    holder: { header: "Cardholder", sort: { column: "holder_key", type: "text" }, csv: ["cardholder_name"] },
    merchant: { header: "Merchant amount", csv: ["merchant_amount", "merchant_currency"] },
    amount: {
      header: "Billed",
      sort: { column: "bill_amount", type: "numeric" },
      csv: ["billed_amount", "billed_currency"],
    },
    status: { header: "Status", sort: { column: "status", type: "text" }, csv: ["status"] },
    created: { header: "Created", sort: { column: "created_at", type: "timestamptz" }, csv: ["created_utc"] },
  },
} as const satisfies ExportedList;
