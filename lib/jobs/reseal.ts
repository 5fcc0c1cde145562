import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { resealStep, sealState } from "@/lib/db/reseal";
import { SEALED_COLUMNS } from "@/lib/db/sealed-columns";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Job } from "./queue";

/** One run takes no longer; the next one goes on from there. */
const RUN_MS = 20_000;
/** While a dashboard with the previous secret may still be writing, it is looked at again soon. */
const RECHECK_SECONDS = { rotating: 3600, settled: 86_400 } as const;

/** Seals with the current secret what is in clear or sealed with a previous one, a few rows at a time. */
export const resealJob: Job<object> = {
  name: "reseal",
  cron: "* * * * *",
  run: () => resealWithin(RUN_MS),
};

/** One run, which takes at least one step and says when the last one is done. */
export async function resealWithin(runMs: number): Promise<void> {
  const db = await pool();
  const before = await sealState(db);
  await takeSteps(db, performance.now() + runMs);
  const after = await sealState(db);
  if (before.isComplete || !after.isComplete) return;
  if (after.unreadable > 0)
    log().warn(
      { unreadable: after.unreadable },
      "Some stored values can't be decrypted: keep NEXTAUTH_SECRET_PREVIOUS and add the secret they were encrypted with",
    );
  else if (hasPrevious())
    log().info(
      "All stored data is encrypted with the current secret: you can remove NEXTAUTH_SECRET_PREVIOUS",
    );
  else log().info("All stored data is encrypted with the current secret");
}

async function takeSteps(db: pg.Pool, endsAt: number): Promise<void> {
  const recheckSeconds = RECHECK_SECONDS[hasPrevious() ? "rotating" : "settled"];
  for (const column of SEALED_COLUMNS) {
    while (await resealStep(db, column, recheckSeconds)) if (performance.now() > endsAt) return;
  }
}

function hasPrevious(): boolean {
  return env().previousSecrets.length > 0;
}
