import "server-only";
import type pg from "pg";
import { toMillionths } from "@/lib/domain/money/decimal-sum";
import type { Check } from "@/lib/domain/reconciliation/day-result";
import { areGapsExplained } from "@/lib/domain/reconciliation/explain-gaps";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { checkFees } from "./check-fees";
import { SETTLES_WITHIN_DAYS } from "./mark-dependent-days";

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
  return [
    ...(await checkEffects(client)),
    ...(reading
      ? [await checkBalances(client, day, reading), await checkOpening(client, day, reading)]
      : WITHOUT_DAILY_FILE),
    ...(await checkFees(client, day)),
  ];
}

/** The monthly file has no balances of a single day. */
const WITHOUT_DAILY_FILE = (["balances", "opening"] as const).map(
  (name): Check => ({
    name,
    outcome: "unknown",
    currency: null,
    expected: null,
    actual: null,
    detail: "The day is compared from the monthly file.",
  }),
);

/**
 * A row whose effect isn't what was billed without fees takes money that no amount shows. It is explained by a billed
 * amount that differs from ours, if ours has this effect.
 */
async function checkEffects(client: pg.ClientBase): Promise<Check[]> {
  const { rows } = await client.query<{
    currency: string;
    expected: string;
    actual: string;
    first: number;
    count: number;
    unexplained: number;
  }>(
    `select coalesce(bill_currency, '') as currency, sum(expected)::text as expected, sum(effect)::text as actual,
            min(row_number)::int as first, count(*)::int as count, (count(*) filter (
              where kind is distinct from 'amount-differs' or effect is distinct from our_effect))::int as unexplained
     from (
       select *, -sign * (bill_amount - coalesce(fees, 0)) as expected,
              -sign * (our_bill_amount - coalesce(fees, 0)) as our_effect
       from compared_rows
       where event in ('clearing', 'refund') and effect is not null
     ) r
     where effect <> expected group by 1 order by 1`,
  );
  return rows.map(({ currency, expected, actual, first, count, unexplained }) => ({
    name: "effects",
    currency,
    expected,
    actual,
    outcome: unexplained === 0 ? "explained" : "differs",
    detail: count === 1 ? `Row ${first + 1}.` : `Row ${first + 1} and ${count - 1} more.`,
  }));
}

async function checkBalances(
  client: pg.ClientBase,
  day: IsoDate,
  { currency, gaps, closing }: Reading,
): Promise<Check> {
  const check = { name: "balances" as const, currency, expected: null, actual: null };
  if (closing === null) return { ...check, outcome: "agrees", detail: "The file has no rows." };
  const [first] = gaps;
  if (!first) return { ...check, outcome: "agrees", detail: null };
  const isExplained = await areExplained(client, await findGaps(client), { from: day, to: day, currency });
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
    fileId: string;
    closing: string;
    date: IsoDate;
    dateText: string;
    agrees: boolean;
    isWhole: boolean;
  }>(
    `select s.file_id as "fileId", s.closing_balance::text as closing, to_char(s.date, 'YYYY-MM-DD') as date,
            to_char(s.date, 'FMDD Mon YYYY') as "dateText", s.closing_balance = $2::numeric as agrees,
            (select count(*) from settlement_readings b
             where b.type = 'daily' and b.state = 'read' and b.date between s.date and $1::date) = $1::date - s.date + 1 as "isWhole"
     from settlement_readings s
     where s.type = 'daily' and s.state = 'read' and s.date < $1 and s.closing_balance is not null
     order by s.date desc limit 1`,
    [day, opening],
  );
  const [before] = rows;
  if (!before?.isWhole)
    return { ...check, outcome: "unknown", detail: "The settlement file of the day before isn’t here." };
  const expected = before.closing;
  if (before.agrees) return { ...check, expected, outcome: "agrees", detail: null };
  const gaps = await findOpeningGap(client, { ...before, opening });
  const isExplained = await areExplained(client, gaps, { from: before.date, to: day, currency });
  return {
    ...check,
    expected,
    outcome: isExplained ? "explained" : "differs",
    detail: `Closing balance of ${before.dateText}.`,
  };
}

/** A row that doesn't belong here may have a balance from elsewhere: that of its first copy, or of its own day. */
const STRAY_KINDS = "('twice', 'wrong-day', 'file-only')";

/**
 * The gaps that remain without the stray rows: unless all of them follow from each other, the next row must follow from
 * the one before them.
 */
async function findGaps(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ gap: string }>(
    `with all_rows as (
       select row_number, effect, balance_after, coalesce(kind in ${STRAY_KINDS}, false) as is_stray,
              balance_after - effect <> lag(balance_after) over (order by row_number) as is_broken
       from compared_rows
     ), counted as (
       select *, count(*) filter (where is_broken) over (order by row_number) as broken from all_rows
     ), steps as (
       select balance_after - effect - lag(balance_after) over file as gap, broken - lag(broken) over file as broken
       from counted where not is_stray window file as (order by row_number)
     )
     select gap::text as gap from steps where gap <> 0 and broken > 0`,
  );
  return rows.map(({ gap }) => gap);
}

/** Between the last row of the file before and the first one of this day that aren't stray, if there are such rows. */
async function findOpeningGap(
  client: pg.ClientBase,
  { fileId, closing, opening }: { fileId: string; closing: string; opening: string },
): Promise<string[]> {
  const { rows } = await client.query<{ gap: string }>(
    `select gap::text as gap from (
       select coalesce((
         select balance_after - effect from compared_rows
         where kind is null or kind not in ${STRAY_KINDS} order by row_number limit 1
       ), $3::numeric) - coalesce((
         select balance_after from settlement_events e
         where file_id = $1 and not exists (
           select from reconciliation_exceptions x
           where x.day = e.day and x.file_id = e.file_id and x.row_number = e.row_number and x.kind in ${STRAY_KINDS}
             and not x.is_resolved_by_itself)
         order by row_number desc limit 1
       ), $2::numeric) as gap
     ) between_files where gap <> 0`,
    [fileId, closing, opening],
  );
  return rows.map(({ gap }) => gap);
}

type Span = { from: IsoDate; to: IsoDate; currency: string | null };

/** A row that these days' files lack took its effect with it, which is its amount minus fees. */
async function areExplained(client: pg.ClientBase, gaps: readonly string[], span: Span): Promise<boolean> {
  if (gaps.length === 0) return true;
  const { rows } = await client.query<{ effects: string[]; fees: string }>(MISSING_ROWS, [
    span.from,
    span.to,
    span.currency,
  ]);
  const { effects = [], fees = "0" } = rows[0] ?? {};
  const sizes = toAmounts(gaps);
  if (sizes.length < gaps.length) return false;
  return areGapsExplained(sizes, { effects: toAmounts(effects), fees: toMillionths(fees) ?? 0n });
}

/**
 * Rows of these days that another day's file has, and settled transactions that no file has: those events happened
 * between the purchase and the reading of the status. Only fee reports know their fees: what the files' rows lack of them.
 */
const MISSING_ROWS = `
  with missing as (
    select m.effect from settlement_events m join reconciliation_days d on d.day = m.day and d.file_id = m.file_id
    where m.occurred_at >= $1::date::timestamp at time zone 'utc'
      and m.occurred_at < ($2::date + 1)::timestamp at time zone 'utc' and m.day not between $1 and $2
      and m.day between $1::date - ${SETTLES_WITHIN_DAYS} and $2::date + ${SETTLES_WITHIN_DAYS}
    union all
    select e.difference from reconciliation_exceptions e join indexed_transactions t on t.id = e.transaction_id
    where (e.kind = 'records-only' or (e.kind = 'other-file-only' and e.day >= $1)) and not e.is_resolved_by_itself
      and e.currency is not distinct from $3 and e.day <= $2 and (coalesce(t.status_read_at, t.read_at) at time zone 'utc')::date >= $1
  ), reports as (
    select distinct on (r.date) r.date, f.summary from report_requests r join report_files f on f.id = r.file_id
    where r.type = 'fee' and r.date between $1 and $2 and r.state = 'captured'
    order by r.date, f.completed_at desc, f.id
  ), reported as (
    select coalesce(sum(t.amount), 0) as fees
    from reports, jsonb_to_recordset(summary -> 'totals') as t (currency text, amount numeric) where t.currency = $3
  ), charged as (
    select coalesce(sum(case e.event when 'clearing' then e.fees when 'refund' then -e.fees end), 0) as fees
    from settlement_events e join reconciliation_days d on d.day = e.day and d.file_id = e.file_id
    where e.day in (select date from reports) and e.bill_currency = $3
  )
  select array(select effect::text from missing where effect is not null) as effects,
         (reported.fees - charged.fees)::text as fees
  from reported, charged`;

/** Without those that are too large to be money. */
function toAmounts(decimals: readonly string[]): bigint[] {
  return decimals.flatMap((decimal) => toMillionths(decimal) ?? []);
}
