import "server-only";
import { appendAudit } from "@/lib/audit/append";
import type { Actor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";

/**
 * Records that a person reads a report's rows, before they see any. Scrolling and searching load many pages, so the
 * audit log gets one entry per person, report and hour.
 */
export async function recordReportRead(
  report: { reportId: string; type: string; date: string },
  { id, name, role }: Actor,
  address: string,
): Promise<void> {
  const { pool } = await database();
  const { reportId, type, date } = report;
  const isNew = await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into report_readings as r (report_id, person_id) values ($1, $2)
       on conflict (report_id, person_id) do update set recorded_at = now()
       where r.recorded_at < now() - interval '1 hour'`,
      [reportId, id],
    );
    if (!rowCount) return false;
    await appendAudit(client, {
      phase: "event",
      action: "report.read",
      outcome: "succeeded",
      actor: { id, name, role },
      target: reportId,
      input: { type, date },
      address,
    });
    return true;
  });
  if (isNew) await publish(["audit"]);
}
