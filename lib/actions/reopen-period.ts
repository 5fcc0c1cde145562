"use server";

import { z } from "zod";
import { PeriodInput, toPeriod } from "@/lib/domain/reconciliation/period";
import { REOPEN_REASON_MAX_CHARACTERS } from "@/lib/domain/reconciliation/sign-off";
import { reopen } from "@/lib/reconciliation/sign-offs/sign";
import { defineAction } from "./define-action";
import { freeText } from "./free-text";

/** Ends a sign-off. It stays in the history, with the reason. */
export const reopenPeriod = defineAction({
  permission: "reconciliation.sign-off",
  confirmation: "recent",
  input: z.object({ period: PeriodInput, reason: freeText(REOPEN_REASON_MAX_CHARACTERS) }),
  action: "period.reopen",
  target: ({ period }) => period,
  topics: () => ["reconciliation"],
  run: ({ input: { period, reason }, actor, trace, request: { requestId }, commit }) =>
    commit<null>((client) => {
      trace.message = reason;
      return reopen(client, { period: toPeriod(period), reason, personId: actor.id, requestId });
    }),
});
