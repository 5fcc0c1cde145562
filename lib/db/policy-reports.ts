import "server-only";
import type { PolicyReport } from "@/lib/domain/policy-report";
import { isStorableDeep } from "@/lib/domain/text/storable-text";
import { pool } from "./database";

/** More kinds than a mistake of ours causes; further ones are not stored, so that nobody can fill the table. */
const MAX_KINDS = 100;

export type CountedPolicyReport = PolicyReport & { reports: number; firstAt: Date; lastAt: Date };

export async function storePolicyReports(reports: readonly PolicyReport[]): Promise<void> {
  const db = await pool();
  for (const report of reports) {
    if (!isStorableDeep(report)) continue;
    const { directive, blocked, page } = report;
    const counted = await db.query(
      `update policy_reports set reports = reports + 1, last_at = now()
       where directive = $1 and blocked = $2 and page = $3`,
      [directive, blocked, page],
    );
    if (counted.rowCount) continue;
    await db.query(
      `insert into policy_reports (directive, blocked, page)
       select $1, $2, $3 where (select count(*) from policy_reports) < ${MAX_KINDS}
       on conflict (directive, blocked, page) do update set reports = policy_reports.reports + 1, last_at = now()`,
      [directive, blocked, page],
    );
  }
}

export async function listPolicyReports(): Promise<CountedPolicyReport[]> {
  const db = await pool();
  const { rows } = await db.query<CountedPolicyReport>(
    `select directive, blocked, page, reports, first_at as "firstAt", last_at as "lastAt"
     from policy_reports order by last_at desc, directive, blocked, page`,
  );
  return rows;
}
