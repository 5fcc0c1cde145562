"use server";

import { z } from "zod";
import { dismissAll } from "@/lib/card-index/attention/dismissals";
import { GROUP_DISMISSIBLE_KINDS, REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention-items";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";
import { freeText } from "./free-text";

/** Dismisses all items of one kind for everyone. */
export const dismissAllAttention = defineAction({
  permission: "cards.note",
  confirmation: "none",
  input: z.object({
    kind: z.enum(GROUP_DISMISSIBLE_KINDS),
    /** Of the list as the person saw it. */
    fingerprint: z.hash("md5"),
    reason: freeText(REASON_MAX_CHARACTERS),
  }),
  action: "attention.dismiss-all",
  target: () => null,
  run: ({ input: { kind, fingerprint, reason }, actor, request, trace, commit }) =>
    commit(async (client) => {
      const dismissed = await dismissAll(client, kind, { fingerprint, reason, personId: actor.id });
      if (dismissed === null) {
        const message =
          "The list changed since you opened this dialog. Close it, check the list, and dismiss again.";
        return failure({ code: "conflict", message, requestId: request.requestId, retry: "safe" });
      }
      trace.after = { dismissed };
      return success({ dismissed });
    }),
  topics: () => ["attention"],
});
