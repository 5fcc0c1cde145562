import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { reencryptBatch, sealState } from "@/lib/db/reencrypt-columns";
import { SEALED_COLUMNS } from "@/lib/db/sealed-columns";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { type Job, QUEUE_RETRIES, sendJob } from "./queue";

/** The maximum duration of a run; the next one continues from there. */
const MAX_RUN_MS = 20_000;
/** Checked more often while an instance with the previous secret may still be writing. */
const RECHECK_SECONDS = { rotating: 3600, settled: 86_400 } as const;

const REENCRYPT_JOB = "reseal";

/** Encrypts values that are in plain text or use a previous secret with the current one, a few rows at a time. */
export const reencryptJob: Job<object> = {
  name: REENCRYPT_JOB,
  title: "Re-encryption",
  purpose: "Encrypts stored data with the current secret after the secret has changed.",
  trigger: `Every minute and at startup, for at most ${MAX_RUN_MS / 1000} seconds.`,
  concurrency: "No lock: a value is replaced only if it hasn’t changed since it was read.",
  retries: QUEUE_RETRIES,
  crash: "The next run repeats the current batch.",
  cron: "* * * * *",
  run: () => reencryptFor(MAX_RUN_MS),
  // The secret may be new, so values encrypted with the previous one don't wait for the next scheduled run.
  start: () => sendJob(REENCRYPT_JOB, {}),
};

/** Runs at least one step, and logs when the last one is done. */
export async function reencryptFor(runMs: number): Promise<void> {
  const db = await pool();
  const before = await sealState(db);
  await runSteps(db, performance.now() + runMs);
  const after = await sealState(db);
  if (before.isComplete || !after.isComplete) return;
  if (after.unreadable > 0)
    log().warn(
      { unreadable: after.unreadable },
      "Some stored values can't be decrypted: keep NEXTAUTH_SECRET_PREVIOUS and add the secret they were encrypted with",
    );
  else if (hasPreviousSecrets())
    log().info(
      "All stored data is encrypted with the current secret: Settings, Connection says when NEXTAUTH_SECRET_PREVIOUS can be removed",
    );
  else log().info("All stored data is encrypted with the current secret");
}

async function runSteps(db: pg.Pool, endsAt: number): Promise<void> {
  const recheckSeconds = RECHECK_SECONDS[hasPreviousSecrets() ? "rotating" : "settled"];
  for (const column of SEALED_COLUMNS) {
    while (await reencryptBatch(db, column, recheckSeconds)) if (performance.now() > endsAt) return;
  }
}

function hasPreviousSecrets(): boolean {
  return env().previousSecrets.length > 0;
}
