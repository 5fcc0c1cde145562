import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { resealStep, sealState } from "@/lib/db/reseal";
import { SEALED_COLUMNS } from "@/lib/db/sealed-columns";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Job } from "./queue";

/** The maximum duration of a run; the next one continues from there. */
const MAX_RUN_MS = 20_000;
/** Checked more often while an instance with the previous secret may still be writing. */
const RECHECK_SECONDS = { rotating: 3600, settled: 86_400 } as const;

/** Encrypts values that are in plain text or use a previous secret with the current one, a few rows at a time. */
export const resealJob: Job<object> = {
  name: "reseal",
  cron: "* * * * *",
  run: () => resealFor(MAX_RUN_MS),
};

/** Runs at least one step, and logs when the last one is done. */
export async function resealFor(runMs: number): Promise<void> {
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
      "All stored data is encrypted with the current secret: you can remove NEXTAUTH_SECRET_PREVIOUS",
    );
  else log().info("All stored data is encrypted with the current secret");
}

async function runSteps(db: pg.Pool, endsAt: number): Promise<void> {
  const recheckSeconds = RECHECK_SECONDS[hasPreviousSecrets() ? "rotating" : "settled"];
  for (const column of SEALED_COLUMNS) {
    while (await resealStep(db, column, recheckSeconds)) if (performance.now() > endsAt) return;
  }
}

function hasPreviousSecrets(): boolean {
  return env().previousSecrets.length > 0;
}
