"use server";

import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { countOf } from "@/lib/domain/money/numbers";
import { describeEvidence } from "@/lib/domain/reconciliation/describe-evidence";
import { MonthInput, toPeriod } from "@/lib/domain/reconciliation/period";
import { Acknowledged, Fingerprint } from "@/lib/domain/reconciliation/sign-off";
import { failure, success } from "@/lib/domain/result";
import { findSignOffNeed } from "@/lib/queries/approvals";
import { signDays } from "@/lib/reconciliation/sign-offs/sign";
import { defineAction } from "./define-action";

/** Signs off every day of a month that can be, in sequence. Each has an audit entry of its own. */
export const signOffDays = defineAction({
  permission: "reconciliation.sign-off",
  confirmation: "recent",
  input: z.object({ month: MonthInput, seen: Fingerprint, acknowledged: Acknowledged }),
  action: "period.sign-off-days",
  target: ({ month }) => month,
  topics: () => ["reconciliation"],
  async run({ input: { month, ...seen }, actor, trace, request: { requestId, address }, commit }) {
    if (await findSignOffNeed("day", actor)) {
      const message = "Each day needs a second person. Sign them off one by one.";
      return failure({ code: "refused", message, requestId, retry: "never" });
    }
    return commit<{ days: number }>(async (client) => {
      const signed = await signDays(client, {
        month: toPeriod(month),
        ...seen,
        personId: actor.id,
        requestId,
      });
      if (!signed.ok) return signed;
      const { id, name, role } = actor;
      for (const { id: operationId, day, evidence } of signed.data)
        await appendAudit(client, {
          phase: "event",
          action: "period.sign-off",
          outcome: "succeeded",
          operationId,
          actor: { id, name, role },
          target: day,
          after: describeEvidence(evidence),
          address,
        });
      trace.after = { Days: countOf(signed.data.length, "day") };
      return success({ days: signed.data.length });
    });
  },
});
