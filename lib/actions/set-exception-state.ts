"use server";

import { z } from "zod";
import {
  type BatchOutcome,
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
} from "@/lib/domain/reconciliation/exception";
import { ExceptionScope, NewState } from "@/lib/domain/reconciliation/exception-work";
import { failure, success } from "@/lib/domain/result";
import { applyChosen, chooseExceptions, summarizeChosen } from "@/lib/reconciliation/change-exceptions";
import { compareDueDaysSoon } from "@/lib/reconciliation/reconcile-job";
import { defineAction } from "./define-action";
import { exceptionTarget, otherExceptions } from "./exception-scope";

/** Sets the state of one exception or of many at once. */
export const setExceptionState = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: z.object({ scope: ExceptionScope, change: NewState }),
  action: "exception.state",
  target: ({ scope }) => exceptionTarget(scope),
  async run({ input: { scope, change }, actor, request, operationId, trace, commit }) {
    const result = await commit<BatchOutcome>(async (client) => {
      const chosen = await chooseExceptions(client, scope);
      if (!chosen) return failure(otherExceptions(request.requestId));
      trace.before = await summarizeChosen(client);
      await client.query("update chosen set state = $1, reason = $2, note = $3, rule_id = null", [
        change.state,
        change.reason,
        change.note,
      ]);
      const outcome = await applyChosen(client, chosen, {
        batchId: operationId,
        personId: actor.id,
        message: describe(change),
      });
      trace.after = { ...change, ...outcome };
      return success(outcome);
    });
    if (result.ok) await compareDueDaysSoon();
    return result;
  },
  topics: () => ["reconciliation"],
});

function describe({ state, reason, note }: z.infer<typeof NewState>): string {
  const words = reason ? `${EXCEPTION_STATES[state]}: ${EXCEPTION_REASONS[reason]}` : EXCEPTION_STATES[state];
  return note === "" ? words : `${words}. ${note}`;
}
