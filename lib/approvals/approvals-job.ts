import "server-only";
import { database, pool } from "@/lib/db/database";
import { findRestoredAt } from "@/lib/db/restored-copy";
import { canUnsealSql } from "@/lib/db/seal";
import { type Job, QUEUE_RETRIES } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { publishApprovals } from "./announce";
import { endChanged } from "./end-changed";
import { endUnanswered } from "./end-unanswered";
import { recordOutcome, runApproved } from "./run-approved";

/** Continues approved requests after a crash, records outcomes that were unknown, and ends unanswered requests. */
export const approvalsJob: Job<object> = {
  name: "approvals",
  title: "Approvals",
  purpose:
    "Runs approved requests that an interrupted process left behind, records outcomes, and ends requests that expired or whose period or plan changed.",
  trigger: "Every minute.",
  concurrency: "Each request has one operation with its own ID, which only one process can begin.",
  retries: QUEUE_RETRIES,
  crash:
    "An approved request that had not begun runs with the next run. One that had begun is resolved like any other operation.",
  cron: "* * * * *",
  async run() {
    const { pool } = await database();
    // The one that the backup is of may have carried them out.
    if (await findRestoredAt(pool)) return;
    const unanswered = await inTransaction(pool, (client) => endUnanswered(client));
    for (const request of [...unanswered, ...(await endChanged())])
      await publishApprovals(request, [request.requester.id]);
    for (const { id, state } of await listUnfinished()) {
      try {
        await (state === "approved" ? runApproved(id) : recordOutcome(id));
      } catch (error) {
        // One that fails must not hold up the others.
        log().error({ err: error, operationId: id }, "Could not run an approved request");
      }
    }
  },
};

async function listUnfinished(): Promise<{ id: string; state: string }[]> {
  const { rows } = await (await pool()).query<{ id: string; state: string }>(
    `select id, state from approval_requests r
     where state in ('approved', 'emergency') and ${canUnsealSql("content", "requested_at")}
       and (finished_at is null or (outcome = 'failed'
         and exists (select from operations o where o.id = r.id and o.state = 'succeeded')))
     order by state, requested_at limit 100`,
  );
  return rows;
}
