import "server-only";
import { z } from "zod";
import { governed, type TargetState } from "@/lib/approvals/approval-rule";
import { pool } from "@/lib/db/database";
import { countOf, formatCount, groupThousands } from "@/lib/domain/money/numbers";
import { EXCEPTION_STATES, type ExceptionState } from "@/lib/domain/reconciliation/exception";
import { PeriodInput, periodName, toPeriod } from "@/lib/domain/reconciliation/period";
import type { SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import { success } from "@/lib/domain/result";
import { readSignable, sign } from "@/lib/reconciliation/sign-offs/sign";

/** Evidence and audit entry are stored together. The sign-off has the operation's ID. */
export const signOffPeriodOperation = governed({
  input: z.object({
    period: PeriodInput,
    /** The fingerprint of the evidence that the page showed. */
    seen: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  action: "period.sign-off",
  target: ({ period }) => period,
  topics: () => ["reconciliation"],
  run: ({ input: { period, seen }, operationId: id, actor, trace, request: { requestId }, commit }) =>
    commit<{ id: string }>(async (client) => {
      const signed = await sign(client, {
        id,
        period: toPeriod(period),
        seen,
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
    async readState({ period, seen }, { requestId }) {
      const evidence = await readSignable(await pool(), { period: toPeriod(period), seen, requestId });
      return evidence.ok ? success(describeEvidence(evidence.data)) : evidence;
    },
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

function describeEvidence({
  files,
  days,
  matched,
  rows,
  events,
  exceptionsLeft,
}: SignOffEvidence): TargetState {
  return {
    Files: countOf(files.length, "file"),
    Days: formatCount(days),
    "Matched rows": `${formatCount(matched)} of ${formatCount(rows)}`,
    ...Object.fromEntries(
      events.map(({ event, currency, effect }) => [
        `Effect of ${EVENT_NAMES[event]}${currency && ` in ${currency}`}`,
        groupThousands(effect),
      ]),
    ),
    "Exceptions left": exceptionsLeft.length === 0 ? "None" : describeLeft(exceptionsLeft),
  };
}

const EVENT_NAMES = { clearing: "clearings", refund: "refunds", other: "other events" } as const;

/** "2 open, 1 explained" */
function describeLeft(left: SignOffEvidence["exceptionsLeft"]): string {
  return (Object.keys(EXCEPTION_STATES) as ExceptionState[])
    .map((state) => ({ state, count: left.filter((exception) => exception.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${EXCEPTION_STATES[state].toLowerCase()}`)
    .join(", ");
}
