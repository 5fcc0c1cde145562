import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { verifyRound } from "@/lib/audit/verification";
import { pool } from "@/lib/db/database";
import type { Job } from "./queue";

export const VERIFY_AUDIT_JOB = "verify-audit";

const MAX_ROUNDS = 100;
const PAUSE_MS = 100;

/** Verifies new audit rows, and all rows once a day, with pauses that leave room for other work. */
export const verifyAuditJob: Job<object> = {
  name: VERIFY_AUDIT_JOB,
  cron: "* * * * *",
  async run() {
    const db = await pool();
    for (let round = 0; round < MAX_ROUNDS && (await verifyRound(db)); round += 1) await pause(PAUSE_MS);
  },
};
