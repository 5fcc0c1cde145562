import "server-only";
import { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { pool } from "@/lib/db/database";
import { describeEvidence } from "@/lib/domain/reconciliation/describe-evidence";
import { PeriodInput, periodName, toPeriod } from "@/lib/domain/reconciliation/period";
import { Acknowledged, Fingerprint } from "@/lib/domain/reconciliation/sign-off";
import { success } from "@/lib/domain/result";
import { readSignable, sign } from "@/lib/reconciliation/sign-offs/sign";

/** Evidence and audit entry are stored together. The sign-off has the operation's ID. */
export const signOffPeriodOperation = governed({
  // A request that waits since before this existed has acknowledged nothing.
  input: z.object({ period: PeriodInput, seen: Fingerprint, acknowledged: Acknowledged.default([]) }),
  action: "period.sign-off",
  target: ({ period }) => period,
  topics: () => ["reconciliation"],
  run: ({ input: { period, ...seen }, operationId: id, actor, trace, request: { requestId }, commit }) =>
    commit<{ id: string }>(async (client) => {
      const signed = await sign(client, {
        id,
        period: toPeriod(period),
        ...seen,
        personId: actor.id,
        requestId,
      });
      if (!signed.ok) return signed;
      trace.after = describeEvidence(signed.data);
      return success({ id });
    }),
  approval: {
    kind: "sign-off",
    isNeeded: ({ period }, { includesDays = false }) => includesDays || toPeriod(period).kind === "month",
    async readState({ period, ...seen }, { requestId }) {
      const evidence = await readSignable(await pool(), { period: toPeriod(period), ...seen, requestId });
      return evidence.ok ? success(describeEvidence(evidence.data)) : evidence;
    },
    endReason: ({ period }) => `${periodName(toPeriod(period))} changed since the request.`,
    review: ({ period }, state) => ({
      title: `Sign off ${periodName(toPeriod(period))}`,
      subject: null,
      consequences: [
        "You confirm the reconciliation as the second person, and your name is kept with it.",
        "If a file or a transaction behind it changes later, the sign-off is marked stale.",
      ],
      changes: [],
      facts: Object.entries(state).map(([name, value]) => ({ name, value: value ?? "None" })),
    }),
  },
});
