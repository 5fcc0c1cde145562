import { afterAll, beforeAll, expect, it } from "vitest";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { declineRequest } from "@/lib/actions/decline-request";
import { planIssue } from "@/lib/actions/plan-issue";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import { env } from "@/lib/env";
import { pruneJob } from "@/lib/jobs/prune";
import { workOnRuns } from "@/lib/runs/work-on-runs";
import { newId, type OpenApprovals, openApprovals, REASON, requestedId, unwrap } from "@/testing/approvals";

let approvals: OpenApprovals;

beforeAll(async () => {
  approvals = await openApprovals();
}, 120_000);
afterAll(() => approvals.close());

/** A run that issues a card above the limit, with a request to start it, and of the day before yesterday. */
async function requestOldRun(): Promise<{ runId: string; requestId: string }> {
  await approvals.setPolicies(["issue"]);
  await approvals.as("manager");
  const runId = newId();
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes("Consumer"));
  const example = Object.fromEntries(columns.map(({ key, example }) => [key, example]));
  const cells = { ...example, customerType: "Consumer", customerId: newId(), spendLimit: "5000" };
  unwrap(await addIssueRows(newId(), { runId, from: 1, rows: [{ number: 2, cells }], defaults: {} }));
  unwrap(await planIssue(newId(), { runId, count: 1, fileName: null }));
  const input = { runId, count: 1, highestLimit: 5_000 };
  const requestId = requestedId(await startIssueRun(newId(), input, REASON));
  const { pool } = approvals.db;
  await pool.query("update runs set created_at = now() - interval '2 days' where id = $1", [runId]);
  await pool.query("update issue_rows set created_at = now() - interval '2 days' where run_id = $1", [runId]);
  return { runId, requestId };
}

const readItems = async (runId: string) =>
  (
    await approvals.db.pool.query<{ state: string; reason: string | null }>(
      "select state, reason from run_items where run_id = $1",
      [runId],
    )
  ).rows;

it("the rows of a run that waits for a second person are kept until it is over, whatever their age", async () => {
  env().retentionDays.bulkRows = 1;
  const { runId, requestId } = await requestOldRun();
  await pruneJob.run({});
  unwrap(await approvals.approveAs("admin", requestId));
  // It has started, but no instance has come to it yet.
  await pruneJob.run({});
  await workOnRuns();
  expect(await readItems(runId)).toEqual([{ state: "done", reason: null }]);

  const declined = await requestOldRun();
  await approvals.as("admin");
  unwrap(await declineRequest(newId(), { requestId: declined.requestId, comment: "Too late" }));
  await pruneJob.run({});
  const { rowCount } = await approvals.db.pool.query("select from issue_rows where run_id = $1", [
    declined.runId,
  ]);
  expect(rowCount).toBe(0);
});
