import { z } from "zod";
import { recordId } from "./text";

/** The statuses we know; the issuer's set is open. */
export const KNOWN_TRANSACTION_STATUSES = ["PENDING", "CLEARED", "DECLINED", "REVERSED", "REFUNDED"] as const;
export type KnownTransactionStatus = (typeof KNOWN_TRANSACTION_STATUSES)[number];

export const TransactionId = recordId();

/** A transaction as the list returns it (spec 2.2). Amounts are in major units. */
export const Transaction = z
  .object({
    id: z.string(),
    external_transaction_id: z.string(),
    card_id: z.string(),
    bill_amount: z.number().meta({ description: "What the card was billed" }),
    bill_currency: z.string(),
    cardholder_name: z.string(),
    amount: z.string().meta({ description: "What the merchant charged, as a decimal", examples: ["64.00"] }),
    currency: z.string(),
    status: z.string().meta({ description: "An open set", examples: [...KNOWN_TRANSACTION_STATUSES] }),
    created: z.string().meta({ description: "YYYY-MM-DDThh:mm:ss+0000" }),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;
