import "server-only";
import { pool } from "@/lib/db/database";
import type { ComparedDay } from "@/lib/domain/reconciliation/bridge";
import type { Check, ReconciledDay, SignOffState } from "@/lib/domain/reconciliation/day-result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { addDays, firstOfMonth, lastOfMonth } from "@/lib/domain/time/calendar";

/** Refunds arrive weeks after the purchase, so the bridge of a period looks this far ahead. */
const LATE_DAYS = 62;

export async function readDays(from: IsoDate, to: IsoDate): Promise<ReconciledDay[]> {
  const { rows } = await (await pool()).query<
    Omit<ReconciledDay, "comparedAt"> & { comparedAt: Date | null }
  >(
    `select to_char(d.day, 'YYYY-MM-DD') as day, f.request_id as "reportId", d.type, d.compared_at as "comparedAt", d.result,
            exists (select from reconciliation_changes c where c.day = d.day) as "isDue",
            coalesce(e.open, 0) as open, coalesce(e.handled, 0) as handled,
            case when o.id is null then 'none' when o.stale_since is null then 'signed' else 'stale' end as "signOff"
     from reconciliation_days d
     join report_files f on f.id = d.file_id
     left join (
       select day, (count(*) filter (where state in ('open', 'waiting')))::int as open,
              (count(*) filter (where state in ('explained', 'resolved')))::int as handled
       from reconciliation_exceptions where day between $1 and $2 group by day
     ) e on e.day = d.day
     left join sign_offs o on o.period = 'day' and o.date = d.day and o.reopened_at is null
     where d.day between $1 and $2 order by d.day`,
    [from, to],
  );
  return rows.map(({ comparedAt, ...day }) => ({ ...day, comparedAt: comparedAt?.toISOString() ?? null }));
}

/** What the bridge of a period needs: its days, and what later ones settle of it. */
export async function readBridgeDays(from: IsoDate, to: IsoDate): Promise<ComparedDay[]> {
  const { rows } = await (await pool()).query<ComparedDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, result from reconciliation_days
     where day between $1 and $2 and result is not null order by day`,
    [from, addDays(to, LATE_DAYS)],
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

/** The arithmetic of a month: its files against the sum of its days' files. */
export async function checkMonth(date: IsoDate): Promise<Check[]> {
  const [first, last] = [firstOfMonth(date), lastOfMonth(date)];
  const { rows } = await (await pool()).query<{
    name: "month-sum" | "transaction-fees";
    currency: string | null;
    expected: string | null;
    actual: string | null;
    agrees: boolean;
    days: number;
    hasMonth: boolean;
  }>(
    `with month_files as (
       select s.totals as totals, true as is_month, 'month-sum' as name from settlement_readings s
       where s.type = 'monthly' and s.date = $2 and s.state = 'read'
       union all
       select s.totals, false, 'month-sum' from settlement_readings s
       where s.type = 'daily' and s.date between $1 and $2 and s.state = 'read'
       union all
       select (select jsonb_agg(jsonb_build_object('currency', t.currency, 'effect', t.amount, 'rows', t.rows))
               from jsonb_to_recordset(f.summary -> 'totals') as t (currency text, amount text, rows bigint)),
              f.type = 'monthlyTransactionFees', 'transaction-fees'
       from (
         select distinct on (r.type, r.date) r.type, f.summary
         from report_requests r join report_files f on f.id = r.file_id
         where r.state = 'captured' and ((r.type = 'monthlyTransactionFees' and r.date = $2)
            or (r.type = 'dailyTransactionFee' and r.date between $1 and $2))
         order by r.type, r.date, f.completed_at desc, f.id
       ) f
     ), names as (select unnest(array['month-sum', 'transaction-fees']) as name),
     sums as (
       select m.name, t.currency, sum(t.effect) filter (where m.is_month) as month, sum(t.effect) filter (where not m.is_month) as days,
              coalesce(sum(t.rows) filter (where m.is_month), 0) = coalesce(sum(t.rows) filter (where not m.is_month), 0) as same_rows
       from month_files m, jsonb_to_recordset(coalesce(m.totals, '[]')) as t (currency text, effect numeric, rows bigint)
       group by 1, 2
     )
     select n.name, s.currency, s.month::text as expected, s.days::text as actual,
            coalesce(coalesce(s.month, 0) = coalesce(s.days, 0) and s.same_rows, true) as agrees,
            (select count(*)::int from month_files m where m.name = n.name and not m.is_month) as days,
            exists (select from month_files m where m.name = n.name and m.is_month) as "hasMonth"
     from names n left join sums s using (name) order by n.name, s.currency`,
    [first, last],
  );
  const daysOfMonth = Number(last.slice(8));
  return rows.map(({ name, currency, expected, actual, agrees, days, hasMonth }) => {
    const missing = !hasMonth
      ? "The monthly file isn’t here."
      : days < daysOfMonth
        ? `${days} of ${daysOfMonth} daily files are here.`
        : null;
    return {
      name,
      currency,
      expected,
      actual,
      outcome: missing ? ("unknown" as const) : agrees ? ("agrees" as const) : ("differs" as const),
      detail: missing,
    };
  });
}
