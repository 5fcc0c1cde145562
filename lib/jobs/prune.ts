import "server-only";
import { pool } from "@/lib/db/database";
import type { Job } from "./queue";

/** Removes what nobody will ask for again. The audit log is not among it. */
export const pruneJob: Job<object> = {
  name: "prune",
  cron: "*/10 * * * *",
  async run() {
    const db = await pool();
    // The newest stays: by it a browser's last event is known to have been the last.
    await db.query(
      "delete from events where at < now() - interval '1 hour' and id < (select max(id) from events)",
    );
    await db.query("delete from throttles where window_ends_at < now() - interval '1 hour'");
    await db.query("delete from sessions where created_at < now() - interval '30 days'");
    await db.query("delete from one_time_links where expires_at < now() - interval '30 days'");
    await db.query("delete from departed_cards where gone_at < now() - interval '1 year'");
    await db.query("delete from drafts where saved_at < now() - interval '7 days'");
    // Where the issuer's answer was lost, the card was found later than the draft could be emptied.
    await db.query(
      `update drafts d set sealed = null from operations o
       where o.id = d.operation_id and o.state = 'succeeded' and d.sealed is not null`,
    );
  },
};
