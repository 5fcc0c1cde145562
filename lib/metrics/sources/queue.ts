import "server-only";
import { readQueueDepths } from "@/lib/jobs/queue";
import { JOB_NAMES } from "@/lib/metrics/metric-table";
import { type Source, sample, timestamp } from "./source";

export const queueSource: Source = {
  name: "queue",
  metrics: ["cardwell_queue_jobs", "cardwell_job_last_success_timestamp_seconds"],
  async read(db) {
    const depths = new Map((await readQueueDepths(db)).map((depth) => [depth.name, depth]));
    return JOB_NAMES.flatMap((queue) => {
      const depth = depths.get(queue);
      return [
        sample("cardwell_queue_jobs", { queue, state: "waiting" }, depth?.waiting ?? 0),
        sample("cardwell_queue_jobs", { queue, state: "active" }, depth?.active ?? 0),
        sample("cardwell_queue_jobs", { queue, state: "failed" }, depth?.failed ?? 0),
        ...timestamp("cardwell_job_last_success_timestamp_seconds", { queue }, depth?.succeededAt),
      ];
    });
  },
};
