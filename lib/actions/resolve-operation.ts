"use server";

import { z } from "zod";
import { pool } from "@/lib/db/database";
import { REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention-items";
import { type AppError, failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { finishUnknownOn, type UnknownOperation } from "@/lib/jobs/finish-unknown";
import { MAX_INCONCLUSIVE_ATTEMPTS, notProcessedResult } from "@/lib/jobs/resolve-operations";
import { defineAction } from "./define-action";
import { freeText } from "./free-text";

/** A person resolves an outcome that the issuer's records don't show. */
export const resolveOperation = defineAction({
  permission: "cards.create",
  confirmation: "none",
  input: z.object({
    operationId: OwnId,
    happened: z.boolean(),
    reason: freeText(REASON_MAX_CHARACTERS),
  }),
  action: "operation.settle",
  target: ({ operationId }) => operationId,
  async run({
    input: { operationId, happened: hasSucceeded, reason },
    actor,
    request: { requestId },
    commit,
  }) {
    const { rows } = await (await pool()).query<UnknownOperation & { state: string; attempts: number }>(
      "select id, person_id, action, target, sent_at, state, attempts from operations where id = $1",
      [operationId],
    );
    const [operation] = rows;
    if (!operation) return failure(rejection("not-found", "Operation not found.", requestId));
    if (operation.state === "unknown" && operation.attempts < MAX_INCONCLUSIVE_ATTEMPTS)
      return failure(
        rejection("in-progress", "We’re still checking the outcome. Try again in a minute.", requestId),
      );
    return commit<object>(async (client) => {
      const isResolved =
        operation.state === "unknown" &&
        (await finishUnknownOn(client, operation, {
          outcome: hasSucceeded ? "succeeded" : "failed",
          result: hasSucceeded ? alreadySucceededResult(operationId) : notProcessedResult(operationId),
          target: null,
          message: `Resolved by ${actor.name} as ${hasSucceeded ? "succeeded" : "failed"}. ${reason}`,
        }));
      if (isResolved) return success({});
      return failure(rejection("conflict", "The outcome is already known.", requestId));
    });
  },
});

/** We know that it succeeded but not the result, so a repeated call must not send it again. */
function alreadySucceededResult(operationId: string) {
  return failure(
    rejection(
      "conflict",
      "This request succeeded, according to a colleague who checked with the issuer. Check the issuer’s records first.",
      operationId,
    ),
  );
}

function rejection(code: AppError["code"], message: string, requestId: string): AppError {
  return { code, message, requestId, retry: "never" };
}
