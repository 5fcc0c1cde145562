"use server";

import { z } from "zod";
import { restoreDismissed } from "@/lib/card-index/attention/dismissals";
import { itemCheck } from "@/lib/card-index/attention/item-check";
import { parseAttentionKey } from "@/lib/domain/cards/attention-items";
import { success } from "@/lib/domain/result";
import { AttentionKey } from "./attention-key";
import { defineAction } from "./define-action";

/** Also restores the items that were dismissed together with this one. They appear if they still need attention. */
export const restoreAttention = defineAction({
  permission: "cards.note",
  confirmation: "none",
  input: z.object({ key: AttentionKey }),
  action: "attention.restore",
  target: ({ key }) => parseAttentionKey(key)?.subject ?? null,
  targetCheck: itemCheck,
  run: ({ input, commit }) =>
    commit(async (client) => {
      await restoreDismissed(client, input.key);
      return success({});
    }),
  topics: () => ["attention"],
});
