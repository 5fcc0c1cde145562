"use server";

import { z } from "zod";
import {
  type BatchOutcome,
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
} from "@/lib/domain/reconciliation/exception";
import { ExceptionScope, NewState } from "@/lib/domain/reconciliation/exception-work";
import { failure, success } from "@/lib/domain/result";
import {
  applyChosen,
  chooseExceptions,
  setChosenState,
  summarizeChosen,
} from "@/lib/reconciliation/change-exceptions";
import { checkSignOffsSoon } from "@/lib/reconciliation/reconcile-job";
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
      await setChosenState(client, change);
      const outcome = await applyChosen(client, chosen, {
        batchId: operationId,
        personId: actor.id,
        message: describe(change),
        note: change.note,
      });
      trace.after = { ...change, ...outcome };
      return success(outcome);
    });
    if (result.ok) await checkSignOffsSoon();
    return result;
  },
  topics: () => ["reconciliation"],
});

function describe({ state, reason }: z.infer<typeof NewState>): string {
  return reason ? `${EXCEPTION_STATES[state]}: ${EXCEPTION_REASONS[reason]}` : EXCEPTION_STATES[state];
}
