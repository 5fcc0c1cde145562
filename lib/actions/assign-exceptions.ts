"use server";

import { z } from "zod";
import { findPerson } from "@/lib/auth/people";
import { can } from "@/lib/domain/people/permissions";
import { ExceptionScope } from "@/lib/domain/reconciliation/exception-work";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { applyChosen, chooseExceptions, summarizeChosen } from "@/lib/reconciliation/change-exceptions";
import { defineAction } from "./define-action";
import { exceptionTarget, otherExceptions } from "./exception-scope";

/** Gives exceptions to somebody who may work on them, or to nobody. */
export const assignExceptions = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: z.object({ scope: ExceptionScope, ownerId: OwnId.nullable() }),
  action: "exception.assign",
  target: ({ scope }) => exceptionTarget(scope),
  run: ({ input: { scope, ownerId }, actor, request, operationId, trace, commit }) =>
    commit(async (client) => {
      const owner = ownerId === null ? null : await findPerson(client, ownerId);
      if (ownerId !== null && (owner?.state !== "active" || !can(owner.role, "reconciliation.work"))) {
        const message = "This person can’t work on exceptions. Choose somebody else.";
        return failure({ code: "refused", message, requestId: request.requestId, retry: "never" });
      }
      const chosen = await chooseExceptions(client, scope);
      if (!chosen) return failure(otherExceptions(request.requestId));
      trace.before = await summarizeChosen(client);
      await client.query("update chosen set owner_id = $1", [ownerId]);
      const outcome = await applyChosen(client, chosen, {
        batchId: operationId,
        personId: actor.id,
        message: owner ? `Assigned to ${owner.name}` : "Unassigned",
      });
      trace.after = { ownerId, ...outcome };
      return success(outcome);
    }),
  topics: () => ["reconciliation"],
});
