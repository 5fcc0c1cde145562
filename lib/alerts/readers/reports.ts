import "server-only";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { findLateReports } from "@/lib/reports/late-reports";

export const reportsReader: Reader = {
  conditions: ["report-failed", "report-late"],
  async read() {
    const db = await pool();
    const { rows } = await db.query<{ failed: number }>(
      `select count(*)::int as failed from report_requests
       where state = 'failed' and state_since > now() - interval '1 hour'`,
    );
    const failed = rows[0]?.failed ?? 0;
    const late = (await findLateReports(db)).length;
    const findings: Finding[] = [];
    if (failed > 0)
      findings.push({
        condition: "report-failed",
        subject: "",
        detail: `${countOf(failed, "report")} failed within an hour.`,
      });
    if (late > 0)
      findings.push({
        condition: "report-late",
        subject: "",
        detail: `${countOf(late, "scheduled report")} should be here by now.`,
      });
    return findings;
  },
};
