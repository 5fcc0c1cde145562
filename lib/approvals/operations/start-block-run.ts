import "server-only";
import { z } from "zod";
import { governed, type TargetState } from "@/lib/approvals/approval-rule";
import { pool } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { type AppError, failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { findRun, lockRun, type StoredRun, startRun } from "@/lib/runs/change-state";
import { checkPlan } from "@/lib/runs/check-plan";
import { startRuns } from "@/lib/runs/runs-job";
import { BlockReasonInput } from "./block-card";

const MAX_NAMES = 3;

/** Many cards: the same policy as for one, or a run would be a way around it. */
export const startBlockRunOperation = governed({
  /** What the person saw. */
  input: z.object({ runId: OwnId, count: z.int().min(1), reason: BlockReasonInput }),
  action: "run.start-block",
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input: { runId, count, reason }, actor: { id, role }, request: { requestId }, trace, commit }) {
    const started = await commit<{ runId: string }>(async (client) => {
      const run = await lockRun(client, runId);
      const plan = await checkPlan(client, run, { id, role, count, requestId });
      if (!plan.ok) return plan;
      if (!isPlanned(run, reason)) return failure(changedSince(requestId));
      await startRun(client, runId);
      trace.after = { Kind: "block", Cards: plan.data.waiting, Skipped: plan.data.skipped };
      return success({ runId });
    });
    if (started.ok) await startRuns();
    return started;
  },
  approval: {
    kind: "block",
    isNeeded: () => true,
    async readState({ runId, count, reason }, { requesterId, requestId }) {
      const db = await pool();
      const run = await findRun(db, runId);
      // The requester's role is checked with the decision.
      const plan = await checkPlan(db, run, { id: requesterId, role: null, count, requestId });
      if (!plan.ok) return failure(changedSince(requestId));
      if (!run || !isPlanned(run, reason)) return failure(changedSince(requestId));
      return success({
        Cards: formatCount(plan.data.waiting),
        Chosen: run.scope,
        ...(await describeHolders(runId)),
      });
    },
    endReason: () => "The plan changed since the request.",
    review: ({ count, reason }, state) => ({
      title: `Block ${countOf(count, "card")}`,
      subject: state.Cardholders ?? null,
      consequences: [
        "This is permanent: a blocked card can’t be unblocked, and the run can’t be undone.",
        "Every future purchase with these cards is declined (code R8).",
        "The run starts. It leaves cards alone that are blocked by then.",
      ],
      changes: [{ name: "Status", before: "Active or frozen", after: "Blocked" }],
      facts: [
        ...Object.entries(state).map(([name, value]) => ({ name, value: value ?? "None" })),
        { name: "Reason", value: reason },
      ],
    }),
  },
});

function isPlanned(run: StoredRun | null, reason: string): boolean {
  return run?.kind === "block" && run.reason === reason;
}

/** Who is affected: how many customers, and a few names. */
async function describeHolders(runId: string): Promise<TargetState> {
  const { rows } = await (await pool()).query<{ customers: number; count: number; names: string[] | null }>(
    `with holders as (
       select c.customer_id, c.cardholder_name, min(i.position) as position
       from run_items i join indexed_cards c on c.id = i.card_id
       where i.run_id = $1 and i.state = 'waiting' group by c.customer_id, c.cardholder_name
     ), names as (
       select cardholder_name, min(position) as position from holders group by cardholder_name
     )
     select (select count(distinct customer_id)::int from holders) as customers,
            (select count(*)::int from names) as count,
            array(select cardholder_name from names order by position limit ${MAX_NAMES}) as names`,
    [runId],
  );
  const { customers = 0, count = 0, names } = rows[0] ?? {};
  const shown = names ?? [];
  const rest = count - shown.length;
  return {
    Customers: formatCount(customers),
    Cardholders: [...shown, ...(rest > 0 ? [`${formatCount(rest)} more`] : [])].join(", "),
  };
}

function changedSince(requestId: string): AppError {
  return {
    code: "conflict",
    message: "The plan changed since the page was loaded. Nothing was blocked: plan it again.",
    requestId,
    retry: "never",
  };
}
