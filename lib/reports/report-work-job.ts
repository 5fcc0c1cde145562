import "server-only";
import { publish } from "@/lib/events/bus";
import { pruneRefused } from "@/lib/events/prune-refused";
import type { Job } from "@/lib/jobs/queue";
import { findSilence } from "./read-reports";
import { startReportWork } from "./work";

/** Finds what a process that died left behind, and forgets what proved nothing. */
export const reportWorkJob: Job<object> = {
  name: "report-work",
  cron: "* * * * *",
  async run() {
    startReportWork();
    if (await findSilence()) await publish(["attention", "reports"]);
    await pruneRefused();
  },
};
