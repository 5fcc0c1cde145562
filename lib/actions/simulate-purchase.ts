"use server";

import { databaseNow } from "@/lib/card-index/index-write";
import { writeTransactions } from "@/lib/card-index/write-transactions";
import { success } from "@/lib/domain/result";
import { Purchase } from "@/lib/domain/simulation";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** On the sandbox only: somebody pays with a card. */
export const simulatePurchase = defineAction({
  permission: "sandbox.use",
  input: Purchase,
  action: "sandbox.purchase",
  target: ({ cardId }) => cardId,
  async run({ input }) {
    const requestedAt = await databaseNow();
    const decided = await sandboxControl.authorize(input);
    if (!decided.ok) return decided;
    await writeTransactions([decided.data.transaction], { requestedAt });
    return success(decided.data);
  },
  changes: ({ cardId }) => ["transactions", `card:${cardId}`],
});
