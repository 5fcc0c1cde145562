"use server";

import { countOf } from "@/lib/domain/money/numbers";
import { NewRule } from "@/lib/domain/reconciliation/exception-work";
import { failure, success } from "@/lib/domain/result";
import { applyRules, countFitting } from "@/lib/reconciliation/apply-rules";
import { countActiveRules, insertRule } from "@/lib/reconciliation/exception-rules";
import { defineAction } from "./define-action";

const MAX_ACTIVE_RULES = 100;

/** Makes a rule, and explains the open exceptions that fit it, if they are as many as the person saw. */
export const addExceptionRule = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: NewRule,
  action: "exception-rule.add",
  target: () => null,
  run: ({ input: { conditions, reason, note, seen }, actor, request, operationId, trace, commit }) =>
    commit(async (client) => {
      if ((await countActiveRules(client)) >= MAX_ACTIVE_RULES) {
        const message = `At most ${MAX_ACTIVE_RULES} rules can be active. End one that is no longer needed.`;
        return failure({ code: "refused", message, requestId: request.requestId, retry: "never" });
      }
      const fitting = await countFitting(client, conditions);
      if (fitting !== seen) {
        const message = `The rule would explain ${countOf(fitting, "open exception")} now, not ${seen}. Check it, and try again.`;
        return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
      }
      const ruleId = await insertRule(client, { conditions, reason, note, personId: actor.id });
      const explained = await applyRules(client, { ruleId, batchId: operationId });
      trace.target = ruleId;
      trace.after = { ruleId, explained };
      return success({ ruleId, explained });
    }),
  topics: () => ["reconciliation"],
});
