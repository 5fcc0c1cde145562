import "server-only";
import { pool } from "@/lib/db/database";
import { findRequest, REQUESTED_AGAIN } from "@/lib/reports/requests";

type Interrupted = { id: string; action: string; target: string | null; begun_at: Date };

/**
 * The report that an operation requested before its process died, with the result that its caller would have got. Our
 * own records decide: the job that sends reports to the issuer continues after a crash.
 */
export async function findInterruptedReport(
  operation: Interrupted,
): Promise<{ id: string; result: object } | null> {
  if (operation.action === "report.request") {
    const report = await findRequest(await pool(), operation.id);
    return report && { id: report.id, result: { id: report.id, state: report.state } };
  }
  if (operation.action !== "report.retry" || operation.target === null) return null;
  const { rowCount } = await (await pool()).query(
    `select from report_history
     where request_id = $1 and at >= $2 and state = 'queued' and starts_with(message, $3) limit 1`,
    [operation.target, operation.begun_at, REQUESTED_AGAIN],
  );
  return rowCount ? { id: operation.target, result: {} } : null;
}
