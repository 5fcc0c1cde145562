import "server-only";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { readVerification } from "@/lib/audit/verification";
import { pool } from "@/lib/db/database";

const MAX_AGE_SECONDS = 900;

export const auditReader: Reader = {
  conditions: ["audit-broken", "audit-unverified"],
  async read(now) {
    const { why, checkedAt } = await readVerification(await pool());
    const findings: Finding[] = [];
    if (why !== null)
      findings.push({
        condition: "audit-broken",
        subject: "",
        detail: "The chain of the audit log is broken.",
      });
    if (checkedAt !== null && now.getTime() - Date.parse(checkedAt) > MAX_AGE_SECONDS * 1000)
      findings.push({
        condition: "audit-unverified",
        subject: "",
        detail: "The audit log was last verified over 15 minutes ago.",
      });
    return findings;
  },
};
