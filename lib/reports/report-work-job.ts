import "server-only";
import { pool } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import type { Job } from "@/lib/jobs/queue";
import { findSilence } from "./read-reports";
import { startReportWork } from "./work";

const REFUSED_KEPT = 1_000;

/** Finds what a process that died left behind, and forgets what proved nothing. */
export const reportWorkJob: Job<object> = {
  name: "report-work",
  cron: "* * * * *",
  async run() {
    startReportWork();
    if (await findSilence()) await publish(["attention", "reports"]);
    await (await pool()).query(
      `delete from webhook_deliveries where verdict <> 'accepted' and id < coalesce(
         (select id from webhook_deliveries where verdict <> 'accepted' order by id desc offset ${REFUSED_KEPT} limit 1), 0)`,
    );
  },
};
