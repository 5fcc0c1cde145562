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
  const daysOfMonth = Number(to.slice(8));
  const sums: Check[] = [];
  for (const { name, currency, expected, actual, agrees, days, hasMonth } of rows) {
    const missing = !hasMonth
      ? "The monthly file isn’t here."
      : days < daysOfMonth
        ? `${days} of ${daysOfMonth} daily files are here.`
        : null;
    const sum = { name, currency, expected, actual };
    if (missing) sums.push({ ...sum, outcome: "unknown", detail: missing });
    else if (agrees) sums.push({ ...sum, outcome: "agrees", detail: null });
    else sums.push({ ...sum, ...(await explain(db, month, { name, currency })) });
  }
  return [...sums, ...(await checkMonthFiles(db, month))];
}

type Sum = { name: "month-sum" | "transaction-fees"; currency: string | null };

/** What the monthly file and the daily ones have of each event or item of a transaction. */
const ROWS = {
  "month-sum": `
    select e.transaction_id, e.event as part, e.bill_currency as currency, e.effect as amount, s.type = 'monthly' as is_month
    from settlement_readings s join settlement_events e using (file_id)
    where s.state = 'read' and ((s.type = 'monthly' and s.date = $2) or (s.type = 'daily' and s.date between $1 and $2))`,
  "transaction-fees": `
    select r.transaction_id, r.item, r.currency, r.amount, s.type = 'monthlyTransactionFees'
    from fee_readings s join fee_rows r using (file_id)
    where (s.type = 'monthlyTransactionFees' and s.date = $2)
       or (s.type = 'dailyTransactionFee' and s.date between $1 and $2)`,
};

/** SQL: the exception x says that the files differ in this row. That a row is on the wrong day says nothing about it. */
const NAMES = {
  "month-sum": `x.event = d.part and (x.fingerprint like '%:monthly'
    or x.kind in ('other-file-only', 'file-only', 'twice', 'amount-differs', 'currency-differs'))`,
  "transaction-fees": `starts_with(reverse(x.fingerprint), reverse(':' || d.part || ':transaction-fee'))`,
};

/** A sum is explained if exceptions of the month's days name every row in which its files differ. */
async function explain(
  db: Reader,
  { from, to }: Period,
  { name, currency }: Sum,
): Promise<Pick<Check, "outcome" | "detail">> {
  const { rows } = await db.query<{ count: number; unnamed: number }>(
    `with rows (transaction_id, part, currency, amount, is_month) as (${ROWS[name]}), differing as (
       select transaction_id, part from rows where coalesce(currency, '') = $3 group by 1, 2
       having coalesce(sum(amount) filter (where is_month), 0) <> coalesce(sum(amount) filter (where not is_month), 0)
           or count(*) filter (where is_month) <> count(*) filter (where not is_month)
     )
     select count(*)::int as count, (count(*) filter (where not exists (
       select from reconciliation_exceptions x
       where x.transaction_id = d.transaction_id and x.day between $1 and $2 and not x.is_resolved_by_itself
         and ${NAMES[name]})))::int as unnamed
     from differing d`,
    [from, to, currency ?? ""],
  );
  const { count = 0, unnamed = 0 } = rows[0] ?? {};
  if (count === 0 || unnamed > 0) return { outcome: "differs", detail: null };
  return { outcome: "explained", detail: `${countOf(count, "row")}, each with an exception.` };
}
