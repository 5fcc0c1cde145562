import "server-only";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { ComparedDay } from "@/lib/domain/reconciliation/bridge";
import type { DayResult, ReconciledDay, SignOffState } from "@/lib/domain/reconciliation/day-result";
import type { IsoDate } from "@/lib/domain/time/calendar";

export async function readDays(from: IsoDate, to: IsoDate): Promise<ReconciledDay[]> {
  const { rows } = await (await pool()).query<
    Omit<ReconciledDay, "comparedAt"> & { comparedAt: Date | null }
  >(
    `select to_char(d.day, 'YYYY-MM-DD') as day, f.request_id as "reportId", d.type, d.compared_at as "comparedAt", d.result,
            exists (select from reconciliation_changes c where c.day = d.day) as "isDue",
            coalesce(e.open, 0) as open,
            case when o.id is null then 'none' when o.stale_since is null then 'signed' else 'stale' end as "signOff",
            exists (
              select from settlement_readings u where u.type = 'daily' and u.date = d.day and u.state = 'unclear'
            ) as "isUnclear"
     from reconciliation_days d
     join report_files f on f.id = d.file_id
     left join (
       select day, count(*)::int as open from reconciliation_exceptions
       where day between $1 and $2 and state in ('open', 'waiting') group by day
     ) e on e.day = d.day
     left join sign_offs o on o.period = 'day' and o.date = d.day and o.reopened_at is null
     where d.day between $1 and $2 order by d.day`,
    [from, to],
  );
  return rows.map(({ comparedAt, ...day }) => ({ ...day, comparedAt: comparedAt?.toISOString() ?? null }));
}

/** What the bridge of a period needs: its days, and every later one that settles some of it, such as a late refund. */
export async function readBridgeDays(
  db: pg.Pool | pg.ClientBase,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<(ComparedDay & { result: DayResult })[]> {
  const { rows } = await db.query<ComparedDay & { result: DayResult }>(
    `select to_char(day, 'YYYY-MM-DD') as day, result from reconciliation_days
     where result is not null and (
       day between $1::date and $2::date or (day > $2::date and result #>> '{arrivals,0,madeOn}' <= $2::date::text))
     order by day`,
    [from, to],
  );
  return rows;
}

export type ReconciledMonth = {
  /** Its first day. */
  month: IsoDate;
  days: number;
  /** Those among them that are signed off, and didn't change since. */
  signedDays: number;
  signOff: SignOffState;
  rows: number;
  matched: number;
  open: number;
};

export async function readMonths(): Promise<ReconciledMonth[]> {
  const { rows } = await (await pool()).query<ReconciledMonth>(
    `select to_char(m.month, 'YYYY-MM-DD') as month, m.days, m.rows, m.matched, coalesce(e.open, 0) as open,
            coalesce(o.days, 0) as "signedDays", coalesce(o.state, 'none') as "signOff"
     from (
       select date_trunc('month', day)::date as month, count(*)::int as days,
              coalesce(sum((result ->> 'rows')::bigint), 0)::float8 as rows,
              coalesce(sum((result ->> 'matched')::bigint), 0)::float8 as matched
       from reconciliation_days group by 1
     ) m
     left join (
       select date_trunc('month', day)::date as month, count(*)::int as open
       from reconciliation_exceptions where state in ('open', 'waiting') group by 1
     ) e using (month)
     left join (
       select date_trunc('month', date)::date as month,
              (count(*) filter (where period = 'day' and stale_since is null))::int as days,
              max(case when stale_since is null then 'signed' else 'stale' end) filter (where period = 'month') as state
       from sign_offs where reopened_at is null group by 1
     ) o using (month)
     order by m.month desc limit 36`,
  );
  return rows;
}

export type UnclearFile = { reportId: string; type: string; date: IsoDate; question: string };

export async function readUnclearFiles(): Promise<UnclearFile[]> {
  const { rows } = await (await pool()).query<UnclearFile>(
    `select f.request_id as "reportId", s.type, to_char(s.date, 'YYYY-MM-DD') as date, s.question
     from settlement_readings s join report_files f on f.id = s.file_id
     where s.question is not null order by s.date desc limit 20`,
  );
  return rows;
}
