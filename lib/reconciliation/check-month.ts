import "server-only";
import type pg from "pg";
import { countOf } from "@/lib/domain/money/numbers";
import type { Check } from "@/lib/domain/reconciliation/day-result";
import type { Period } from "@/lib/domain/reconciliation/period";
import { checkMonthFiles } from "./check-month-files";

type Reader = pg.Pool | pg.ClientBase;

/** The arithmetic of a month: its files against the sum of its days' files. */
export async function checkMonth(db: Reader, month: Period): Promise<Check[]> {
  const { from, to } = month;
  const { rows } = await db.query<{
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
    [from, to],
  );
  const named = await countNamed(db, month);
  const daysOfMonth = Number(to.slice(8));
  const sums = rows.map(({ name, currency, expected, actual, agrees, days, hasMonth }) => {
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
      outcome: missing
        ? ("unknown" as const)
        : agrees
          ? ("agrees" as const)
          : named[name] > 0
            ? ("explained" as const)
            : ("differs" as const),
      detail:
        missing ?? (agrees || named[name] === 0 ? null : `${countOf(named[name], "exception")} of its days.`),
    };
  });
  return [...sums, ...(await checkMonthFiles(db, month))];
}

/** Exceptions of the month's days that name rows in which its files differ. */
async function countNamed(
  db: Reader,
  { from, to }: Period,
): Promise<Record<"month-sum" | "transaction-fees", number>> {
  const { rows } = await db.query<Record<"month-sum" | "transaction-fees", number>>(
    `select (count(*) filter (
              where fingerprint like '%:monthly' or kind in
                ('other-file-only', 'file-only', 'twice', 'wrong-day', 'amount-differs', 'currency-differs')))::int as "month-sum",
            (count(*) filter (where fingerprint like '%:transaction-fee'))::int as "transaction-fees"
     from reconciliation_exceptions where day between $1 and $2 and not is_resolved_by_itself`,
    [from, to],
  );
  return rows[0] ?? { "month-sum": 0, "transaction-fees": 0 };
}
