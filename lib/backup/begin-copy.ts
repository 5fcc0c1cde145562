import "server-only";
import type pg from "pg";
import { endRestored } from "@/lib/approvals/end-restored";
import { markRestoredCopy } from "@/lib/db/restored-copy";
import { inTransaction } from "@/lib/postgres/open-database";
import { pauseAllRuns } from "@/lib/runs/change-state";
import { cancelIssuePlans } from "@/lib/runs/issue/cancel-issue-plans";

/** What a person has to know before they go on with something. */
export type BegunCopy = { paused: number; canceled: number; ended: number };

/** Before a dashboard starts on what was restored: the one that the backup is of went on since it was taken. */
export async function beginCopy(db: pg.Pool): Promise<BegunCopy> {
  const begun = await inTransaction(db, async (client) => {
    const ended = await endRestored(client);
    const canceled = await cancelIssuePlans(
      client,
      "Canceled because a backup was restored. Check at the issuer what was issued, and plan it again.",
    );
    const paused = await pauseAllRuns(
      client,
      "Paused because a backup was restored. Compare with the issuer before you resume it.",
    );
    // It may have sent them, which only the issuer's records show.
    await client.query("update operations set state = 'unknown' where state = 'begun'");
    return { paused, canceled, ended };
  });
  await markRestoredCopy(db);
  return begun;
}
