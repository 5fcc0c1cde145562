import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { ROWS_PER_ROUND, verifyRound } from "@/lib/audit/verification";
import { pool } from "@/lib/db/database";
import { formatCount } from "@/lib/domain/money/numbers";
import { type Job, QUEUE_RETRIES, sendJob } from "./queue";

export const VERIFY_AUDIT_JOB = "verify-audit";

const MAX_ROUNDS = 100;
const PAUSE_MS = 100;

/** Verifies new audit rows, and all rows once a day, with pauses that leave room for other work. */
export const verifyAuditJob: Job<object> = {
  name: VERIFY_AUDIT_JOB,
  title: "Audit log verification",
  purpose: "Verifies the hash chain of the audit log: new entries at each run, all entries once a day.",
  trigger: "Every minute, at startup, and when a person starts a verification.",
  concurrency:
    "No lock: a round’s result is stored only if no other round has stored one in the meantime; otherwise the round is repeated.",
  retries: QUEUE_RETRIES,
  crash: `The next run repeats the current round of up to ${formatCount(ROWS_PER_ROUND)} entries.`,
  cron: "* * * * *",
  async run() {
    const db = await pool();
    for (let round = 0; round < MAX_ROUNDS && (await verifyRound(db)); round += 1) await pause(PAUSE_MS);
  },
  start: () => sendJob(VERIFY_AUDIT_JOB, {}),
};
