import "server-only";
import { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { pool } from "@/lib/db/database";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { type AppError, failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { findRun, lockRun, type StoredRun, startRun } from "@/lib/runs/change-state";
import { checkPlan } from "@/lib/runs/check-plan";
import { readRunWarnings } from "@/lib/runs/read-runs";
import { startRuns } from "@/lib/runs/runs-job";
import { CHECK_CUSTOMER, formatLimit } from "./create-card";

/** Many cards: the same policy as for one, or a run would be a way around it. */
export const startIssueRunOperation = governed({
  /** What the person saw. */
  input: z.object({ runId: OwnId, count: z.int().min(1), highestLimit: z.number().min(0) }),
  action: "run.start-issue",
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input, actor: { id, role }, request: { requestId }, trace, commit }) {
    const { runId, count, highestLimit } = input;
    const started = await commit<{ runId: string }>(async (client) => {
      const run = await lockRun(client, runId);
      const plan = await checkPlan(client, run, { id, role, count, requestId });
      if (!plan.ok) return plan;
      if (!isPlanned(run, highestLimit)) return failure(changedSince(requestId));
      await startRun(client, runId);
      trace.after = { Kind: "issue", Cards: plan.data.waiting, Skipped: plan.data.skipped };
      return success({ runId });
    });
    if (started.ok) await startRuns();
    return started;
  },
  approval: {
    kind: "issue",
    isNeeded: ({ highestLimit }, { threshold = 0 }) => highestLimit > threshold,
    async readState({ runId, count, highestLimit }, { requesterId, requestId }) {
      const db = await pool();
      const run = await findRun(db, runId);
      // The requester's role is checked with the decision.
      const plan = await checkPlan(db, run, { id: requesterId, role: null, count, requestId });
      if (!plan.ok || !run?.summary || !isPlanned(run, highestLimit)) return failure(changedSince(requestId));
      const { customers, totalLimit, virtual, physical } = run.summary;
      return success({
        Cards: formatCount(plan.data.waiting),
        Rows: run.scope,
        Customers: formatCount(customers),
        Types: `${formatCount(virtual)} virtual, ${formatCount(physical)} physical`,
        "All limits together": formatLimit(totalLimit),
        ...(await readCustomerWarnings(runId)),
      });
    },
    endReason: () => "The plan changed since the request.",
    review: ({ count, highestLimit }, state) => ({
      title: `Issue ${countOf(count, "card")} with limits of up to ${formatLimit(highestLimit)}`,
      subject: state.Rows ?? null,
      ...(state.Warning ? { warnings: { title: CHECK_CUSTOMER, texts: state.Warning.split("\n") } } : {}),
      consequences: ["New cards are issued. They can be blocked, but not removed.", "The run starts."],
      changes: [{ name: "Highest spend limit", before: null, after: formatLimit(highestLimit) }],
      facts: Object.entries(state)
        .filter(([name]) => name !== "Warning")
        .map(([name, value]) => ({ name, value: value ?? "None" })),
    }),
  },
});

function isPlanned(run: StoredRun | null, highestLimit: number): boolean {
  return run?.kind === "issue" && run.summary?.highestLimit === highestLimit;
}

function changedSince(requestId: string): AppError {
  return {
    code: "conflict",
    message: "The plan changed since the page was loaded. Nothing was issued: plan it again.",
    requestId,
    retry: "never",
  };
}

const MAX_WARNINGS = 20;

/** One per line. */
async function readCustomerWarnings(runId: string): Promise<{ Warning?: string }> {
  const texts = (await readRunWarnings(runId))
    .filter(({ isAboutCustomer }) => isAboutCustomer)
    .map(({ text, rows }) => `${text} (${rows.length === 1 ? "row" : "rows"} ${rows.join(", ")})`);
  const others = texts.length - MAX_WARNINGS;
  const shown = [...texts.slice(0, MAX_WARNINGS), ...(others > 0 ? [`${formatCount(others)} more.`] : [])];
  return shown.length > 0 ? { Warning: shown.join("\n") } : {};
}
