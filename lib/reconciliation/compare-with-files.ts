import "server-only";
import type pg from "pg";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { CARDS_FOUND } from "./compare-with-cards";
import { FEES_FOUND, readDayFees } from "./compare-with-fees";

/** Only the source of each day counts: its daily file, else the monthly one. */
export const IN_ANY_FILE = `
  select o.day from settlement_events o join reconciliation_days d on d.day = o.day and d.file_id = o.file_id
  where o.transaction_id =`;

/** Where files place an event, whether or not the source of that day has it. Of several, the lowest rank counts. */
const PLACES = `(
  select e.day, e.transaction_id, e.event, e.file_id, e.row_number, e.merchant, e.bill_amount, e.bill_currency,
         1 as rank
  from settlement_events e join settlement_readings s using (file_id) where s.type = 'monthly' and s.state = 'read'
  union all
  select l.day, l.transaction_id, l.event, l.file_id, l.row_number, l.merchant, l.bill_amount, l.bill_currency, 2
  from superseded_events l join indexed_transactions t on t.id = l.transaction_id
  where t.status = 'REFUNDED' or (t.status = 'CLEARED' and l.event <> 'refund')
  union all
  select r.day, r.transaction_id, r.event, r.file_id, r.row_number, null, null, null, 3
  from fee_rows r join fee_readings s using (file_id) where r.event in ('clearing', 'refund')
)`;

/**
 * SQL: no day's file has this event, but another file places it on a day whose file is here. Without the offset, it would
 * be a join with all that any file ever placed.
 */
export const isPlaced = (transactionId: string, event: string) =>
  `exists (select from ${PLACES} p join reconciliation_days d on d.day = p.day
           where p.transaction_id = ${transactionId} and p.event = ${event} offset 0)`;

export type ComparedFile = { day: IsoDate; fileId: string };

/** Events that belong to the day and are in no day's file, and the rows of the month's file; after `compared_rows`. */
export async function readOtherFiles(client: pg.ClientBase, { day, fileId }: ComparedFile): Promise<void> {
  await client.query(`create temporary table placed_events on commit drop as ${PLACED_EVENTS}`, [day]);
  await client.query(`create temporary table month_rows on commit drop as ${MONTH_ROWS}`, [day, fileId]);
  await client.query("analyze month_rows");
  await readDayFees(client, day);
}

/** An event that files place on several days is missing on one of them. */
const PLACED_EVENTS = `
  with placed as materialized (
  select distinct on (p.transaction_id, p.event) p.*, t.card_id, (t.created_at at time zone 'utc')::date as made_on,
         case p.event when 'refund' then -1 else 1 end as sign,
         coalesce(t.status not in ('DECLINED', 'REVERSED'), false) as is_due,
         t.bill_amount as our_bill_amount, t.bill_currency as our_bill_currency
  from ${PLACES} p
  left join indexed_transactions t on t.id = p.transaction_id
  left join lateral (${IN_ANY_FILE} p.transaction_id and o.event = p.event limit 1) source on true
  where p.day = $1 and source.day is null
    and not exists (select from compared_rows c where c.transaction_id = p.transaction_id and c.event = p.event)
  order by p.transaction_id, p.event, p.rank, p.file_id, p.row_number
  )
  select * from placed p where not exists (
    select from ${PLACES} better join reconciliation_days d on d.day = better.day
    where better.transaction_id = p.transaction_id and better.event = p.event
      and (better.rank, better.day) < (p.rank, p.day) offset 0)`;

/** Also those of other days with which a row of the day is compared that may not belong there. */
const MONTH_ROWS = `
  with month as (
    select s.file_id from settlement_readings s
    where s.type = 'monthly' and s.state = 'read' and s.file_id <> $2
      and s.date = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date
  )
  select e.*, row_number() over same_event as occurrence, count(*) over (partition by transaction_id, event) as copies
  from (
    select * from settlement_events where day = $1 and file_id = (select file_id from month)
    union all
    select e.* from settlement_events e
    join compared_rows c on c.transaction_id = e.transaction_id and c.event = e.event and c.kind in ('wrong-day', 'file-only')
    where e.day <> $1 and e.file_id = (select file_id from month)
  ) e
  window same_event as (partition by transaction_id, event order by row_number)`;

/**
 * What the month's file says otherwise of rows that agree with our records or with neither, and rows that it repeats on
 * another day. A row that only the files have needn't be in both.
 */
const MONTH_DIFFERENCES = `
  with pairs as (
    select c.*, m.file_id as month_file, m.row_number as month_row, m.copies, m.amount as month_amount,
           m.currency as month_currency, m.bill_amount as month_bill_amount, m.bill_currency as month_bill_currency,
           m.fees as month_fees, m.effect as month_effect
    from compared_rows c left join month_rows m using (transaction_id, event)
    where coalesce(m.occurrence, 1) = 1 and (c.kind is null or c.kind = 'wrong-day'
      or (c.kind = 'file-only' and m.file_id is not null) or (
      c.kind in ('amount-differs', 'currency-differs')
      and (m.bill_amount, m.bill_currency) is distinct from (c.our_bill_amount, c.our_bill_currency)))
  ), month as (
    select s.file_id from settlement_readings s, (select day, file_id from compared_rows limit 1) source
    where s.type = 'monthly' and s.state = 'read' and s.file_id <> source.file_id
      and s.date = (date_trunc('month', source.day) + interval '1 month - 1 day')::date
  ), elsewhere as (
    select p.*, month.file_id as other_file, o.row_number as other_row, o.day as other_day
    from pairs p cross join month
    left join lateral (
      select e.row_number, e.day from settlement_events e
      where e.file_id = month.file_id and e.transaction_id = p.transaction_id and e.event = p.event limit 1
    ) o on true
    where p.month_file is null
  )
  select 'missing-elsewhere' as kind, day, transaction_id, card_id, event, merchant, file_id, row_number, 0 as position,
         'Monthly settlement' as field, null as ours, null as theirs, bill_currency, -sign * bill_amount as difference
  from elsewhere where other_row is null
  union all
  select 'other-file-differs', day, transaction_id, card_id, event, merchant, other_file, other_row, 0,
         'Day', day::text, other_day::text, bill_currency, null
  from elsewhere where other_row is not null
  union all
  select 'other-file-differs', day, transaction_id, card_id, event, merchant, month_file, month_row,
         d.position, d.field, d.ours, d.theirs, bill_currency, d.difference
  from pairs cross join lateral (
    values
      (1, 'Rows', '1', copies::text, copies > 1, sign * bill_amount * (copies - 1)),
      (2, 'Billing currency', bill_currency, month_bill_currency, bill_currency <> month_bill_currency, null),
      (3, 'Billed amount', bill_amount::text, month_bill_amount::text, bill_amount <> month_bill_amount,
       sign * (month_bill_amount - bill_amount)),
      (4, 'Cardholder fees', fees::text, month_fees::text, fees <> month_fees, sign * (month_fees - fees)),
      (5, 'Effect', effect::text, month_effect::text, effect <> month_effect, month_effect - effect),
      (6, 'Merchant’s currency', currency, month_currency, currency <> month_currency, null),
      (7, 'Merchant’s amount', amount::text, month_amount::text, amount <> month_amount, null)
  ) d (position, field, ours, theirs, is_other, difference)
  where month_file is not null and d.is_other and not (d.field = 'Rows' and exists (
    select from compared_rows c
    where c.transaction_id = pairs.transaction_id and c.event = pairs.event and c.occurrence > 1))
  union all
  select 'other-file-differs', m.day, m.transaction_id, t.card_id, m.event, m.merchant, m.file_id, m.row_number, 0,
         'Rows', '1', (m.copies + 1)::text, m.bill_currency,
         case m.event when 'refund' then -1 else 1 end * m.bill_amount * m.copies
  from month_rows m left join indexed_transactions t on t.id = m.transaction_id
  cross join lateral (${IN_ANY_FILE} m.transaction_id and o.event = m.event limit 1) source
  where m.occurrence = 1 and source.day <> m.day and exists (
    select from settlement_events e where e.transaction_id = m.transaction_id and e.event = m.event
      and e.file_id = m.file_id and e.day = source.day)
    and not exists (select from compared_rows c where c.transaction_id = m.transaction_id and c.event = m.event)`;

/** In the order of the exceptions' columns. */
export const OTHER_FILES_FOUND = `
  select concat_ws(':', 'other-file-only', day, transaction_id, event), 'other-file-only', day, transaction_id, card_id,
         event, merchant, file_id, row_number, null, null, null, coalesce(bill_currency, our_bill_currency),
         -sign * coalesce(bill_amount, our_bill_amount)
  from placed_events
  union all
  (select distinct on (transaction_id, event) concat_ws(':', kind, day, transaction_id, event, 'monthly'), kind, day,
          transaction_id, card_id, event, merchant, file_id, row_number, field, ours, theirs, bill_currency, difference
   from (${MONTH_DIFFERENCES}) differences order by transaction_id, event, position)
  union all ${FEES_FOUND}
  union all ${CARDS_FOUND}`;
