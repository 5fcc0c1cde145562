import type pg from "pg";

export type ReportEffects = { once: number; never: number; twice: number };

/** How many reports have one download, one file and one notice; none; or more than one of any. */
export async function countReportEffects(pool: pg.Pool): Promise<ReportEffects> {
  const { rows } = await pool.query<Record<keyof ReportEffects, string>>(
    `select count(*) filter (where least(captures, files, notices) = 1 and greatest(captures, files, notices) = 1) as once,
            count(*) filter (where greatest(captures, files, notices) > 1) as twice,
            count(*) filter (where least(captures, files, notices) = 0) as never
     from (
       select (select count(*) from report_captures c where c.request_id = r.id) as captures,
              (select count(*) from report_files f where f.request_id = r.id and f.completed_at is not null) as files,
              (select count(*) from notifications n
               where n.kind = 'report-captured' and n.href = '/reports/' || r.id) as notices
       from report_requests r
     ) report`,
  );
  const [row] = rows;
  return { once: Number(row?.once), never: Number(row?.never), twice: Number(row?.twice) };
}
