import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { controlRun } from "@/lib/actions/control-run";
import { planIssue } from "@/lib/actions/plan-issue";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { getRun, getRuns } from "@/lib/queries/runs";
import { noteOf, type Prepare } from "@/simulator/preparation";
import { nameOf, rowsOf } from "./files";

/** Runs that issue cards from a file. A run has the ID of the operation that starts it. */
export const PREPARE_BULK: {
  "issue-file": Prepare<"issue-file">;
  "control-run": Prepare<"control-run">;
} = {
  async "issue-file"({ file, ...act }, { operationId }) {
    const runId = operationId;
    const rows = rowsOf(file, runId);
    const added = await addIssueRows(crypto.randomUUID(), { runId, from: 1, rows, defaults: {} });
    if (!added.ok) return null;
    await planIssue(crypto.randomUUID(), { runId, count: rows.length, fileName: nameOf(file) });
    const page = await getRun({ runId, state: null, after: 0 });
    const waiting = page.ok ? page.data.run.counts.waiting : 0;
    if (!page.ok || waiting === 0) return null;
    const highestLimit = page.data.run.summary?.highestLimit ?? 0;
    return () => startIssueRun(operationId, { runId, count: waiting, highestLimit }, noteOf(act));
  },
  async "control-run"({ to }, { operationId }) {
    const page = await getRuns({ before: null });
    const newest = page.ok ? page.data.runs[0] : undefined;
    return newest ? () => controlRun(operationId, { runId: newest.id, to }) : null;
  },
};
