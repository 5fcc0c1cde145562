import type { ExportedList } from "./list";

export const transactionsList = {
  name: "transactions",
  topics: ["transactions"],
  indexTopics: ["index", "issuer"],
  columns: {
    id: { header: "Transaction ID", file: ["transaction_id"] },
    external: { header: "External ID", isHiddenByDefault: true, file: ["external_transaction_id"] },
    card: { header: "Card", file: ["card_id", "last_four", "customer_id"] },
    holder: { header: "Cardholder", sort: { column: "holder_key", type: "text" }, file: ["cardholder_name"] },
    merchant: { header: "Merchant amount", file: ["merchant_amount", "merchant_currency"] },
    amount: {
      header: "Billed",
      sort: { column: "bill_amount", type: "numeric" },
      file: ["billed_amount", "billed_currency"],
    },
    status: { header: "Status", sort: { column: "status", type: "text" }, file: ["status"] },
    created: {
      header: "Created",
      sort: { column: "created_at", type: "timestamptz" },
      file: ["created_utc"],
    },
    // From the settlement files.
    merchantName: { header: "Merchant", file: ["merchant"] },
    cleared: { header: "Cleared", isHiddenByDefault: true, file: ["cleared_utc"] },
    refunded: { header: "Refunded", isHiddenByDefault: true, file: ["refunded_utc"] },
    fees: { header: "Cardholder fees", isHiddenByDefault: true, file: ["cardholder_fees"] },
    effect: {
      header: "Balance effect",
      isHiddenByDefault: true,
      file: ["balance_effect", "settlement_currency"],
    },
    source: { file: ["settlement_source"] },
  },
} as const satisfies ExportedList;
