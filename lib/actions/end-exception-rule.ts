"use server";

import { z } from "zod";
import type { BatchOutcome } from "@/lib/domain/reconciliation/exception";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { applyChosen, chooseExplainedBy } from "@/lib/reconciliation/change-exceptions";
import { endRule } from "@/lib/reconciliation/exception-rules";
import { defineAction } from "./define-action";

/** Ends a rule, and reopens what it explained if the person wants that. */
export const endExceptionRule = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: z.object({ ruleId: OwnId, reopens: z.boolean() }),
  action: "exception-rule.end",
  target: ({ ruleId }) => ruleId,
  run: ({ input: { ruleId, reopens }, actor, request, operationId, trace, commit }) =>
    commit(async (client) => {
      if (!(await endRule(client, ruleId, actor.id))) {
        const message = "This rule has already ended.";
        return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
      }
      let reopened: BatchOutcome | null = null;
      if (reopens) {
        const chosen = await chooseExplainedBy(client, ruleId);
        await client.query("update chosen set state = 'open', reason = null, note = '', rule_id = null");
        reopened = await applyChosen(client, chosen, {
          batchId: operationId,
          personId: actor.id,
          ruleId,
          message: "Opened again because its rule ended",
        });
      }
      trace.after = { reopened };
      return success({ reopened });
    }),
  topics: () => ["reconciliation"],
});
