import "server-only";
import type pg from "pg";
import type { Check } from "@/lib/domain/reconciliation/day-result";
import type { IsoDate } from "@/lib/domain/time/calendar";

type Reading = {
  opening: string | null;
  closing: string | null;
  currency: string | null;
  gaps: { row: number; gap: string }[];
};

/** The arithmetic of a day. Runs after its rows were compared (compare-day.ts). */
export async function checkDay(client: pg.ClientBase, day: IsoDate): Promise<Check[]> {
  const { rows } = await client.query<Reading>(
    `select s.opening_balance::text as opening, s.closing_balance::text as closing, s.balance_currency as currency, s.gaps
     from settlement_readings s join reconciliation_days d on d.file_id = s.file_id and d.day = s.date
     where d.day = $1 and s.type = 'daily' and s.state = 'read'`,
    [day],
  );
  const [reading] = rows;
  if (!reading) return [];
  return [
    await checkBalances(client, day, reading),
    await checkOpening(client, day, reading),
    ...(await checkCardholderFees(client, day)),
    await checkTransactionFees(client, day),
  ];
}

/**
 * A gap has the cause that a row exception shows: a row that is there twice has the balance of the first, a row of
 * another day has a balance of that day, and a missing one took its effect with it, which is its amount minus fees.
 */
async function checkBalances(
  client: pg.ClientBase,
  day: IsoDate,
  { currency, gaps, closing }: Reading,
): Promise<Check> {
  const check = { name: "balances" as const, currency, expected: null, actual: null };
  if (closing === null) return { ...check, outcome: "agrees", detail: "The file has no rows." };
  const [first] = gaps;
  if (!first) return { ...check, outcome: "agrees", detail: null };
  const { rows } = await client.query<{ unexplained: number }>(
    `with missing as (
       select abs(difference) as amount from reconciliation_exceptions
       where kind = 'records-only' and state <> 'resolved' and day between $1::date - 180 and $1
     )
     select count(*)::int as unexplained from (select g.row, g.gap from jsonb_to_recordset($2::jsonb) as g (row bigint, gap numeric)) g
     where not exists (
       select from compared_rows c where c.kind in ('twice', 'wrong-day', 'file-only') and c.row_number in (g.row, g.row - 1)
     ) and not exists (
       select from settlement_events m join reconciliation_days d on d.day = m.day and d.file_id = m.file_id
       where (m.occurred_at at time zone 'utc')::date = $1 and m.day <> $1 and m.effect = g.gap
     ) and not exists (
       select from missing where abs(g.gap) <= amount and abs(g.gap) >= amount * 0.9
     ) and not exists (
       select from missing having abs(g.gap) <= sum(amount) and abs(g.gap) >= sum(amount) * 0.9
     )`,
    [day, JSON.stringify(gaps)],
  );
  const isExplained = rows[0]?.unexplained === 0;
  return {
    ...check,
    outcome: isExplained ? "explained" : "differs",
    detail: isExplained
      ? `Row ${first.row + 1} doesn’t follow from the row before, because of the exceptions of this day.`
      : `Row ${first.row + 1} is off by ${first.gap}${gaps.length > 1 ? `, and ${gaps.length - 1} more` : ""}.`,
  };
}

/** A day without rows closes where it opened, so the last day with rows counts, if every file in between is here. */
async function checkOpening(
  client: pg.ClientBase,
  day: IsoDate,
  { opening, currency }: Reading,
): Promise<Check> {
  const check = { name: "opening" as const, currency, expected: null, actual: opening };
  if (opening === null) return { ...check, outcome: "agrees", detail: "The file has no rows." };
  const { rows } = await client.query<{
    closing: string;
    date: string;
    agrees: boolean;
    is_whole: boolean;
    is_explained: boolean;
  }>(
    `select s.closing_balance::text as closing, to_char(s.date, 'FMDD Mon YYYY') as date,
            s.closing_balance = $2::numeric as agrees,
            (select count(*) from settlement_readings b
             where b.type = 'daily' and b.state = 'read' and b.date between s.date and $1::date) = $1::date - s.date + 1 as is_whole,
            exists (
              select from reconciliation_exceptions e
              where e.state <> 'resolved' and e.day between s.date - 1 and $1::date
                and e.kind in ('wrong-day', 'twice', 'file-only', 'records-only')
            ) as is_explained
     from settlement_readings s
     where s.type = 'daily' and s.state = 'read' and s.date < $1 and s.closing_balance is not null
     order by s.date desc limit 1`,
    [day, opening],
  );
  const [before] = rows;
  if (!before?.is_whole)
    return { ...check, outcome: "unknown", detail: "The settlement file of the day before isn’t here." };
  const outcome = before.agrees ? "agrees" : before.is_explained ? "explained" : "differs";
  return {
    ...check,
    outcome,
    expected: before.closing,
    detail: before.agrees ? null : `Closing balance of ${before.date}.`,
  };
}

async function checkCardholderFees(client: pg.ClientBase, day: IsoDate): Promise<Check[]> {
  const { rows } = await client.query<{
    currency: string;
    charged: string;
    reported: string | null;
    agrees: boolean | null;
  }>(
    `with charged as (
       select coalesce(bill_currency, '') as currency,
              sum(case event when 'clearing' then fees when 'refund' then -fees else 0 end) as amount
       from compared_rows group by 1
     ), report as (
       select f.summary from report_requests r join report_files f on f.id = r.file_id
       where r.type = 'fee' and r.date = $1 and r.state = 'captured' order by f.completed_at desc limit 1
     ), reported as (
       select t.currency, sum(t.amount) as amount
       from report, jsonb_to_recordset(summary -> 'totals') as t (currency text, amount numeric) group by 1
     )
     select currency, coalesce(c.amount, 0)::text as charged,
            case when exists (select from report) then coalesce(r.amount, 0)::text end as reported,
            coalesce(c.amount, 0) = coalesce(r.amount, 0) as agrees
     from charged c full join reported r using (currency)
     where coalesce(c.amount, 0) <> 0 or coalesce(r.amount, 0) <> 0 order by currency`,
    [day],
  );
  return rows.map(({ currency, charged, reported, agrees }) => ({
    name: "cardholder-fees",
    currency,
    expected: reported,
    actual: charged,
    outcome: reported === null ? "unknown" : agrees ? "agrees" : "differs",
    detail: reported === null ? "The day’s fee report isn’t here." : null,
  }));
}

/** One clearing fee for each purchase that cleared; an issuer with other items can't be checked. */
async function checkTransactionFees(client: pg.ClientBase, day: IsoDate): Promise<Check> {
  const { rows } = await client.query<{ cleared: string; charged: string | null; has_report: boolean }>(
    `with report as (
       select f.summary from report_requests r join report_files f on f.id = r.file_id
       where r.type = 'dailyTransactionFee' and r.date = $1 and r.state = 'captured' order by f.completed_at desc limit 1
     )
     select (select count(*) from compared_rows where event = 'clearing')::text as cleared,
            exists (select from report) as has_report,
            (select coalesce(sum(t.rows) filter (where t.kind ilike 'clearing'), 0)
             from report, jsonb_to_recordset(summary -> 'totals') as t (kind text, rows bigint))::text as charged`,
    [day],
  );
  const { cleared = "0", charged = null, has_report: hasReport = false } = rows[0] ?? {};
  return {
    name: "transaction-fees",
    currency: null,
    expected: hasReport ? charged : null,
    actual: cleared,
    outcome: !hasReport ? "unknown" : charged === cleared ? "agrees" : "differs",
    detail: hasReport
      ? "Purchases that cleared, and clearing fees."
      : "The day’s transaction fee report isn’t here.",
  };
}
