import "server-only";
import { publish } from "@/lib/events/bus";
import { pruneRefused } from "@/lib/events/prune-refused";
import type { Job } from "@/lib/jobs/queue";
import { findOverdueReports } from "./read-reports";
import { startReportWork } from "./report-work";

/** Resumes the work of dead processes, and deletes refused deliveries. */
export const reportWorkJob: Job<object> = {
  name: "report-work",
  cron: "* * * * *",
  async run() {
    startReportWork();
    if (await findOverdueReports()) await publish(["attention", "reports"]);
    await pruneRefused();
  },
};
