"use server";

import { databaseNow } from "@/lib/card-index/sync/index-write";
import { writeTransactions } from "@/lib/card-index/sync/write-transactions";
import { success } from "@/lib/domain/result";
import { Purchase } from "@/lib/domain/settings/sandbox";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. */
export const simulatePurchase = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: Purchase,
  action: "sandbox.purchase",
  target: ({ cardId }) => cardId,
  async run({ input }) {
    const requestedAt = await databaseNow();
    const authorized = await sandboxControl.authorize(input);
    if (!authorized.ok) return authorized;
    await writeTransactions([authorized.data.transaction], { requestedAt });
    return success(authorized.data);
  },
  topics: ({ cardId }) => ["transactions", `card:${cardId}`],
});
