"use server";

import { z } from "zod";
import { restartVerification } from "@/lib/audit/verification";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { sendJob } from "@/lib/jobs/queue";
import { VERIFY_AUDIT_JOB } from "@/lib/jobs/verify-audit-job";
import { defineAction } from "./define-action";

/** Verifies the whole audit log again in the background. */
export const verifyAudit = defineAction({
  permission: "audit.read",
  confirmation: "none",
  input: z.strictObject({}),
  action: "audit.verify",
  target: () => null,
  async run() {
    await restartVerification(await pool());
    await sendJob(VERIFY_AUDIT_JOB, {});
    return success({});
  },
});
