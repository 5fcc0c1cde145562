import "server-only";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { pool } from "@/lib/db/database";
import { recordSecretUse } from "@/lib/db/secret-uses";
import type { Instance } from "@/lib/domain/instances/instance-minute";
import type { BackgroundWork } from "@/lib/domain/work-description";
import { countStreams } from "@/lib/events/stream-hub";
import { log } from "@/lib/log";
import { METRICS } from "@/lib/metrics/metric-table";
import { minuteRecorder } from "@/lib/metrics/record";
import { processWide } from "@/lib/process-wide";
import { writeMinutes } from "./instance-minutes";
import { MinuteSampler } from "./minute-sampler";
import { readSharedValues } from "./shared-values";

const slot = processWide<MinuteSampler>("minute-sampler");

export const instanceMinutesWork: BackgroundWork = {
  name: "instance-minutes",
  title: "Charts of the last hour",
  purpose: "Records what each copy did in the last minute, and which secret it uses.",
  trigger: "At the end of each minute, at startup, and at the end.",
  concurrency: "No lock: each copy writes rows of its own.",
  retries: "What can’t be written is written with the next minute, for up to an hour.",
  crash: "The charts lack the current minute of this copy.",
  start() {
    slot.current ??= createSampler();
    minuteRecorder.current = slot.current.tally;
    slot.current.start();
  },
  async stop() {
    const sampler = slot.current;
    slot.current = undefined;
    minuteRecorder.current = undefined;
    await sampler?.stop();
  },
};

function createSampler(): MinuteSampler {
  return new MinuteSampler({
    instance: describeProcess(),
    countStreams,
    readShared: async () => readSharedValues(await pool()),
    async write(minutes) {
      const db = await pool();
      await writeMinutes(db, minutes);
      await recordSecretUse(db);
    },
    onFailure: (error) => log().debug({ err: error }, "Could not store the values of the last minute"),
  });
}

function describeProcess(): Instance {
  const { version, build_id } = METRICS.cardwell_build_info.labels;
  return {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: version[0],
    build: build_id[0],
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
  };
}
