"use server";

import { z } from "zod";
import { dismissOne } from "@/lib/card-index/attention/dismissals";
import { itemCheck } from "@/lib/card-index/attention/item-check";
import { parseAttentionKey, REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention-items";
import { failure, success } from "@/lib/domain/result";
import { AttentionKey } from "./attention-key";
import { defineAction } from "./define-action";
import { freeText } from "./free-text";

/** Dismisses an item for everyone, until it happens again. */
export const dismissAttention = defineAction({
  permission: "cards.note",
  confirmation: "none",
  input: z.object({
    key: AttentionKey,
    reason: freeText(REASON_MAX_CHARACTERS),
  }),
  action: "attention.dismiss",
  target: ({ key }) => parseAttentionKey(key)?.subject ?? null,
  targetCheck: itemCheck,
  run: ({ input: { key, reason }, actor, request, commit }) =>
    commit(async (client) => {
      const dismissed = await dismissOne(client, key, { reason, personId: actor.id });
      if (dismissed === null) {
        const message = "This item no longer needs attention. Nothing was dismissed.";
        return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
      }
      return success({ dismissed });
    }),
  topics: () => ["attention"],
});
