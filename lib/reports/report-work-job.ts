import "server-only";
import { pool } from "@/lib/db/database";
import type { Job } from "@/lib/jobs/queue";
import { startReportWork } from "./work";

const REFUSED_KEPT = 1_000;

/** Finds what a process that died left behind, and forgets what proved nothing. */
export const reportWorkJob: Job<object> = {
  name: "report-work",
  cron: "* * * * *",
  async run() {
    startReportWork();
    await (await pool()).query(
      `delete from webhook_deliveries where verdict <> 'accepted' and id < coalesce(
         (select id from webhook_deliveries where verdict <> 'accepted' order by id desc offset ${REFUSED_KEPT} limit 1), 0)`,
    );
  },
};
