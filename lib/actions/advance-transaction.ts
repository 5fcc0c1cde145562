"use server";

import { z } from "zod";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { success } from "@/lib/domain/result";
import { TRANSACTION_STEPS } from "@/lib/domain/settings/transaction-steps";
import { OwnId } from "@/lib/domain/text/own-id";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only: clears, reverses or refunds a purchase. */
export const advanceTransaction = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: z.object({ transactionId: OwnId, step: z.enum(TRANSACTION_STEPS) }),
  action: "sandbox.advance",
  actionOf: ({ step }) => `sandbox.${step}`,
  target: ({ transactionId }) => transactionId,
  async run({ input: { transactionId, step } }) {
    const requestedAt = await databaseNow();
    const advanced = await sandboxControl.advance(transactionId, step);
    if (!advanced.ok) return advanced;
    await writeTransactions([advanced.data.transaction], { requestedAt });
    return success(advanced.data);
  },
  topics: (_, { transaction }) => ["transactions", `card:${transaction.card_id}`],
});
