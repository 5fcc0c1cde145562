import "server-only";
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
  async run() {
    const db = await pool();
    const before = await sealState(db);
    const hasPrevious = env().previousSecrets.length > 0;
    const recheckSeconds = RECHECK_SECONDS[hasPrevious ? "rotating" : "settled"];
    const endsAt = performance.now() + RUN_MS;
    for (const column of SEALED_COLUMNS) {
      while (await resealStep(db, column, recheckSeconds)) if (performance.now() > endsAt) return;
    }
    const after = await sealState(db);
    if (before.isComplete || !after.isComplete) return;
    log().info(
      { unreadable: after.unreadable },
      hasPrevious
        ? "everything is sealed with the current secret: NEXTAUTH_SECRET_PREVIOUS may be removed"
        : "everything is sealed with the current secret",
    );
  },
};
