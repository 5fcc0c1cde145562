import "server-only";
import type pg from "pg";
import type { MinuteValues } from "@/lib/domain/instances/measures";
import { indexSource } from "@/lib/metrics/sources/card-index";
import { queueSource } from "@/lib/metrics/sources/queue";
import type { Sample, Source } from "@/lib/metrics/sources/source";
import { webhooksSource } from "@/lib/metrics/sources/webhooks";

export type SharedValues = Pick<MinuteValues, "missingRecords" | "waitingJobs" | "unprocessedWebhooks">;

/** The values of /metrics that come from the database. One that can't be read is null. */
export async function readSharedValues(db: pg.Pool): Promise<SharedValues> {
  const index = await readSource(indexSource, db);
  const queue = await readSource(queueSource, db);
  const webhooks = await readSource(webhooksSource, db);
  return {
    missingRecords: sumOf(index, ({ name }) => name === "cardwell_index_lag_records"),
    waitingJobs: sumOf(
      queue,
      ({ name, labels }) => name === "cardwell_queue_jobs" && labels.state === "waiting",
    ),
    unprocessedWebhooks: sumOf(webhooks, ({ name }) => name === "cardwell_webhook_unprocessed"),
  };
}

async function readSource(source: Source, db: pg.Pool): Promise<Sample[]> {
  return source.read(db).catch(() => []);
}

function sumOf(samples: readonly Sample[], isWanted: (sample: Sample) => boolean): number | null {
  const wanted = samples.filter(isWanted);
  return wanted.length === 0 ? null : wanted.reduce((sum, { value }) => sum + value, 0);
}
