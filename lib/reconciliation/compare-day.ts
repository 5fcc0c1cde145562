import "server-only";
import type pg from "pg";
import type { DayResult } from "@/lib/domain/reconciliation/day-result";
import { applyRules } from "./apply-rules";
import { checkDay } from "./check-day";
import {
  type ComparedFile,
  IN_ANY_FILE,
  isPlaced,
  OTHER_FILES_FOUND,
  readOtherFiles,
} from "./compare-with-files";
import { LARGE_WORK } from "./large-work";
import { SETTLES_WITHIN_DAYS } from "./mark-dependent-days";

/** A status that was read later than this after the purchase was probably read by a first walk. */
const STATUS_KNOWN_WITHIN_DAYS = 30;

/**
 * Compares the day's settlement file with our records, row by row, in the database. What it finds replaces what the
 * last comparison found: an exception that is gone is resolved by itself, one that is still there keeps its work.
 */
export async function compareDay(client: pg.ClientBase, { day, fileId }: ComparedFile): Promise<DayResult> {
  await client.query(LARGE_WORK);
  await client.query(`create temporary table compared_rows on commit drop as ${COMPARED_ROWS}`, [
    day,
    fileId,
  ]);
  await client.query("analyze compared_rows (event, bill_currency, made_on, our_bill_currency)");
  await readOtherFiles(client, { day, fileId });
  await client.query(`create temporary table missing_events on commit drop as ${MISSING_EVENTS}`, [day]);
  await client.query(`create temporary table found on commit drop as ${FOUND}`);
  await client.query("analyze found");
  await client.query(UPDATE_KNOWN);
  await client.query(INSERT_NEW);
  await client.query(RESOLVE_GONE, [day]);
  await applyRules(client, { day });
  const { rows } = await client.query<Omit<DayResult, "checks">>(RESULT, [day]);
  const [result] = rows;
  if (!result) throw new Error("The comparison has no result");
  return { ...result, checks: await checkDay(client, day) };
}

/** Each row of the file with our record, and the worst that is wrong with it; null if nothing is. */
const COMPARED_ROWS = `
  with earlier as (
    select distinct s.transaction_id, s.event
    from settlement_events s join settlement_events o using (transaction_id, event)
    join reconciliation_days d on d.day = o.day and d.file_id = o.file_id
    where s.file_id = $2 and s.day = $1 and o.day < $1
  ), rows as (
    select s.*, row_number() over (partition by s.transaction_id, s.event order by row_number) as occurrence,
           earlier.event is not null as is_earlier
    from settlement_events s left join earlier using (transaction_id, event) where s.file_id = $2 and s.day = $1
  ), pairs as (
    select r.*, case when r.event = 'refund' then -1 else 1 end as sign, t.id is not null as is_known, t.card_id, t.status,
           (t.created_at at time zone 'utc')::date as made_on,
           t.bill_amount as our_bill_amount, t.bill_currency as our_bill_currency, t.currency as our_currency,
           case when t.amount ~ '^-?\\d+(\\.\\d+)?$' then t.amount::numeric end as our_amount
    from rows r left join indexed_transactions t on t.id = r.transaction_id
  )
  select *, case
    when occurrence > 1 or is_earlier then 'twice'
    when not is_known or status in ('DECLINED', 'REVERSED') then 'file-only'
    when (occurred_at at time zone 'utc')::date <> day then 'wrong-day'
    when bill_currency <> our_bill_currency then 'currency-differs'
    when bill_amount <> our_bill_amount then 'amount-differs'
    when currency <> our_currency then 'currency-differs'
    when amount <> our_amount then 'amount-differs'
  end as kind
  from pairs`;

/**
 * Settled transactions of the day without their event in any file. The event happened at the latest when its status was
 * read, so it is overdue once every file up to that day is here. A status that was read by a first walk says nothing.
 * An event that another file places on a day is missing there, now.
 */
export const MISSING_EVENTS = `
  with settled as (
    select t.*, (t.created_at at time zone 'utc')::date as made_on,
           (coalesce(t.status_read_at, t.read_at) at time zone 'utc')::date as status_day
    from indexed_transactions t
    where t.created_at >= $1::date::timestamp at time zone 'utc'
      and t.created_at < ($1::date + 1)::timestamp at time zone 'utc'
      and t.status in ('CLEARED', 'REFUNDED')
  ), missing as (
    select s.*, needed.event, case needed.event when 'refund' then -1 else 1 end as sign,
           case when s.status_day - s.made_on <= ${STATUS_KNOWN_WITHIN_DAYS} or needed.event = 'refund' then s.status_day
                else s.made_on + ${SETTLES_WITHIN_DAYS} end as due
    from settled s
    join (values ('clearing', 'CLEARED'), ('clearing', 'REFUNDED'), ('refund', 'REFUNDED')) needed (event, status)
      on needed.status = s.status
    where not exists (${IN_ANY_FILE} s.id and o.event = needed.event)
  ), days as (
    select made_on, due, (select count(*) from reconciliation_days d where d.day between made_on and due) as here
    from (select distinct made_on, due from missing) as spans
  )
  select m.*, here > due - made_on as is_overdue from missing m join days using (made_on, due)
  where not ${isPlaced("m.id", "m.event")}`;

const FOUND = `
  select concat_ws(':', kind, day, transaction_id, event, occurrence) as fingerprint, kind, day, transaction_id, card_id,
         event, merchant, file_id, row_number,
         case kind
           when 'wrong-day' then 'Day'
           when 'currency-differs'
             then case when bill_currency <> our_bill_currency then 'Billing currency' else 'Merchant’s currency' end
           when 'amount-differs'
             then case when bill_amount <> our_bill_amount then 'Billed amount' else 'Merchant’s amount' end
           when 'file-only' then case when is_known then 'Status' end
         end as field,
         case kind
           when 'wrong-day' then day::text
           when 'currency-differs'
             then case when bill_currency <> our_bill_currency then our_bill_currency else our_currency end
           when 'amount-differs'
             then case when bill_amount <> our_bill_amount then our_bill_amount else our_amount end::text
           when 'file-only' then status
         end as ours,
         case kind
           when 'wrong-day' then (occurred_at at time zone 'utc')::date::text
           when 'currency-differs' then case when bill_currency <> our_bill_currency then bill_currency else currency end
           when 'amount-differs'
             then case when bill_amount <> our_bill_amount then bill_amount else amount end::text
         end as theirs,
         coalesce(bill_currency, our_bill_currency) as currency,
         case
           when kind in ('file-only', 'twice') then sign * bill_amount
           when bill_currency <> our_bill_currency then null
           else sign * (bill_amount - our_bill_amount)
         end as difference
  from compared_rows where kind is not null
  union all
  select concat_ws(':', 'records-only', id, event), 'records-only', made_on, id, card_id, event, null, null, null,
         null, null, null, bill_currency, -sign * bill_amount
  from missing_events where is_overdue
  union all
  ${OTHER_FILES_FOUND}`;

/** Only what is compared reopens work that a person has finished. */
const UPDATE_KNOWN = `
  with changed as (
    update reconciliation_exceptions e set
      day = f.day, card_id = f.card_id, merchant = f.merchant, file_id = f.file_id, row_number = f.row_number,
      field = f.field, ours = f.ours, theirs = f.theirs, currency = f.currency, difference = f.difference,
      is_resolved_by_itself = false, version = e.version + 1,
      state = case when e.is_resolved_by_itself or is_other then 'open' else e.state end,
      rule_id = case when e.is_resolved_by_itself or is_other then null else e.rule_id end,
      state_since = case when e.is_resolved_by_itself or is_other then now() else e.state_since end
    from (
      select f.*, k.id, k.state as known_state, k.is_resolved_by_itself as was_resolved,
             (k.ours, k.theirs, k.currency, k.difference) is distinct from (f.ours, f.theirs, f.currency, f.difference)
               as is_other
      from found f join reconciliation_exceptions k using (fingerprint)
    ) f
    where e.id = f.id and (f.is_other or f.was_resolved
      or (e.file_id, e.row_number, e.day) is distinct from (f.file_id, f.row_number, f.day))
    returning e.id, e.state, f.is_other, f.was_resolved, f.known_state
  )
  insert into reconciliation_exception_history (exception_id, state, message)
  select id, state, case when was_resolved then 'Found again' else 'The values changed' end
  from changed where was_resolved or (is_other and known_state <> 'open')`;

const INSERT_NEW = `
  with added as (
    insert into reconciliation_exceptions
      (fingerprint, kind, day, transaction_id, card_id, event, merchant, file_id, row_number, field, ours, theirs,
       currency, difference)
    select * from found on conflict (fingerprint) do nothing returning id
  )
  insert into reconciliation_exception_history (exception_id, state, message) select id, 'open', 'Found' from added`;

/**
 * Also one that a person resolved: it explains no gap between balances anymore, and is open if it's found again. What a
 * month's file differed in stays while its newest capture isn't understood, because nothing was compared with it.
 */
const RESOLVE_GONE = `
  with gone as (
    update reconciliation_exceptions e set
      state = 'resolved', is_resolved_by_itself = true, version = version + 1,
      state_since = case when e.state = 'resolved' then e.state_since else now() end
    where e.day = $1 and not e.is_resolved_by_itself
      and not exists (select from found f where f.fingerprint = e.fingerprint)
      and not (e.fingerprint like '%:monthly' and exists (
        select from settlement_readings s
        where s.type = 'monthly' and s.state = 'unclear'
          and s.date = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date))
    returning e.id, e.kind, e.transaction_id, e.event
  )
  insert into reconciliation_exception_history (exception_id, state, message)
  select g.id, 'resolved',
         case when g.kind in ('records-only', 'other-file-only') and o.day is not null
                then 'It is in the settlement of ' || to_char(o.day, 'FMDD Mon YYYY')
              when g.kind in ('records-only', 'other-file-only') and ${isPlaced("g.transaction_id", "g.event")}
                then 'Another file says on which day it is missing'
              else 'The file and our records agree now' end
  from gone g left join lateral (
    select o.day from settlement_events o join reconciliation_days d on d.day = o.day and d.file_id = o.file_id
    where o.transaction_id = g.transaction_id and o.event = g.event limit 1
  ) o on true`;

const RESULT = `
  select
    counted.matched, counted.rows,
    (select count(*)::int from missing_events where not is_overdue) as waiting,
    (select coalesce(jsonb_agg(t order by t.event, t.currency), '[]') from (
       select event, coalesce(bill_currency, '') as currency, count(*)::int as rows,
              coalesce(sum(bill_amount), 0)::text as billed, coalesce(sum(fees), 0)::text as fees,
              count(*) filter (where kind is null)::int as matched,
              coalesce(sum(bill_amount) filter (where kind is null), 0)::text as "matchedBilled",
              sum(coalesce(effect, -sign * (bill_amount - coalesce(fees, 0))))::text as effect
       from compared_rows group by 1, 2) t) as events,
    (select coalesce(jsonb_agg(t order by t.currency), '[]') from (
       select r.currency, count(*) filter (where is_purchase)::int as purchases,
              coalesce(sum(r.amount) filter (where is_purchase), 0)::text as purchased,
              count(*) filter (where is_refund)::int as refunds,
              coalesce(sum(r.amount) filter (where is_refund), 0)::text as refunded,
              max(coalesce(w.waiting, 0))::int as waiting, max(coalesce(w.amount, 0))::text as "waitingAmount"
       from (
         select bill_currency as currency, bill_amount as amount, true as is_purchase, status = 'REFUNDED' as is_refund
         from indexed_transactions
         where created_at >= $1::date::timestamp at time zone 'utc'
           and created_at < ($1::date + 1)::timestamp at time zone 'utc' and status in ('CLEARED', 'REFUNDED')
       ) r
       left join (
         select bill_currency as currency, count(*) as waiting, sum(sign * bill_amount) as amount
         from missing_events where not is_overdue group by 1
       ) w using (currency)
       group by r.currency) t) as records,
    (select coalesce(jsonb_agg(t order by t."madeOn", t.currency), '[]') from (
       select made_on::text as "madeOn", our_bill_currency as currency, sum(sign * our_bill_amount)::text as amount
       from (
         select made_on, our_bill_currency, our_bill_amount, sign, event from compared_rows
         where is_known and kind is distinct from 'twice' and kind is distinct from 'file-only'
         union all
         select made_on, our_bill_currency, our_bill_amount, sign, event from placed_events where is_due
       ) due_here
       where event <> 'other' group by 1, 2) t) as arrivals,
    case when report.summary is not null then
    (select coalesce(jsonb_agg(t order by t.currency) filter (where t.currency is not null), '[]') from (
       select fee.currency, sum(fee.amount)::text as amount,
              coalesce(sum(fee.amount) filter (where fee.kind ~* '^(fx|foreign|exchange)'), 0)::text as exchange
       from jsonb_to_recordset(report.summary -> 'totals') as fee (kind text, currency text, amount numeric)
       group by 1) t) end as "reportedFees"
  from (select count(*) filter (where kind is null)::int as matched, count(*)::int as rows from compared_rows) counted
  left join lateral (
    select f.summary from report_requests r join report_files f on f.id = r.file_id
    where r.type = 'fee' and r.date = $1 and r.state = 'captured' order by f.completed_at desc, f.id limit 1
  ) report on true`;
