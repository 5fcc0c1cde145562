"use server";

import { z } from "zod";
import type { BatchOutcome } from "@/lib/domain/reconciliation/exception";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { applyChosen, chooseBatch, summarizeChosen } from "@/lib/reconciliation/change-exceptions";
import { checkSignOffsSoon } from "@/lib/reconciliation/reconcile-job";
import { defineAction } from "./define-action";

/** Undoes what one action changed, except where something else changed since. It can itself be undone. */
export const undoExceptions = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: z.object({ batchId: OwnId }),
  action: "exception.undo",
  target: ({ batchId }) => batchId,
  async run({ input: { batchId }, actor, request, operationId, trace, commit }) {
    const result = await commit<BatchOutcome>(async (client) => {
      const chosen = await chooseBatch(client, batchId);
      if (chosen.asked === 0) {
        const message = "There is nothing to undo.";
        return failure({ code: "not-found", message, requestId: request.requestId, retry: "never" });
      }
      trace.before = await summarizeChosen(client);
      const outcome = await applyChosen(client, chosen, {
        batchId: operationId,
        personId: actor.id,
        message: "Change undone",
      });
      trace.after = { ...outcome, states: await summarizeChosen(client) };
      return success(outcome);
    });
    if (result.ok) await checkSignOffsSoon();
    return result;
  },
  topics: () => ["reconciliation"],
});
