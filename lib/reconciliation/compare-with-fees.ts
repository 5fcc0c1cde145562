import "server-only";
import type pg from "pg";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** The rows of all files of fees on the day. */
export async function readDayFees(client: pg.ClientBase, day: IsoDate): Promise<void> {
  await client.query(
    `create temporary table day_fees on commit drop as
     select r.* from fee_rows r join fee_readings s using (file_id) where r.day = $1`,
    [day],
  );
  await client.query("analyze day_fees");
  // Which of the day's own files, and of its month, were understood, the newest one or one before.
  await client.query(
    `create temporary table fee_reports on commit drop as
     select type, file_id, $1::date as day from fee_readings
     where (question is null or unclear_file_id is not null) and date in ($1, (date_trunc('month', $1::date) + interval '1 month - 1 day')::date)
       and (date = $1 or type like 'monthly%')`,
    [day],
  );
}

/** A row that is about its transaction on this day, and no more than its amount is wrong. */
const IS_OF_DAY = `c.occurrence = 1 and c.event in ('clearing', 'refund')
  and (c.kind is null or c.kind in ('amount-differs', 'currency-differs'))`;

const HAS = (type: string) => `exists (select from fee_reports where type = '${type}')`;

/** A row that belongs to another day, whose fee report is here. */
const IS_OF_OTHER_DAY = `c.kind = 'wrong-day' and c.event in ('clearing', 'refund') and exists (
  select from fee_readings s
  where s.type = 'fee' and (s.question is null or s.unclear_file_id is not null) and s.date = (c.occurred_at at time zone 'utc')::date)`;

/** What the settlement says about the cardholder's fees of each event, and what the fee report does. */
const CARDHOLDER_FEES = `
  with charged as (
    select transaction_id, event, file_id, row_number, amount, currency
    from day_fees where type = 'fee' and event is not null and transaction_id is not null
    union all
    select r.transaction_id, r.event, r.file_id, r.row_number, r.amount, r.currency
    from compared_rows c join fee_rows r using (transaction_id, event) join fee_readings s on s.file_id = r.file_id
    where c.kind = 'wrong-day' and r.type = 'fee' and r.day <> c.day
  ), charges as (
    select transaction_id, event, (min(file_id::text))::uuid as file_id, min(row_number) as row_number, sum(amount) as amount,
           min(currency) as currency, max(currency) as last_currency
    from charged group by 1, 2
  ), pairs as (
    select c.day, c.transaction_id, c.event, c.card_id, c.merchant, c.file_id, c.row_number, c.bill_currency, c.kind,
           c.sign * c.fees as fees, f.file_id as fee_file, f.row_number as fee_row, f.amount,
           case when f.currency = f.last_currency then f.currency else f.currency || ', ' || f.last_currency end as currency
    from compared_rows c left join charges f using (transaction_id, event)
    where c.fees is not null and ((${IS_OF_DAY} and ${HAS("fee")}) or (${IS_OF_OTHER_DAY}))
  ), lacking as (
    select p.*, o.file_id as other_file, o.row_number as other_row, o.day as other_day
    from pairs p left join lateral (
      select r.file_id, r.row_number, r.day from fee_rows r join fee_readings s using (file_id)
      where r.type = 'fee' and r.transaction_id = p.transaction_id and r.event = p.event limit 1
    ) o on true
    where p.fee_file is null and p.fees <> 0
  )
  select 'missing-elsewhere' as kind, day, transaction_id, event as part, event, card_id, merchant, file_id, row_number, 0 as position,
         'Cardholder fees' as field, null as ours, null as theirs, bill_currency, -fees as difference
  from lacking where other_file is null
  union all
  select 'other-file-differs', day, transaction_id, event, event, card_id, merchant, other_file, other_row, 0,
         'Day', day::text, other_day::text, bill_currency, null
  from lacking where other_file is not null
  union all
  select 'other-file-differs', day, transaction_id, event, event, card_id, merchant, fee_file, fee_row, d.position,
         d.field, d.ours, d.theirs, bill_currency, d.difference
  from pairs cross join lateral (
    values
      (1, 'Fee currency', bill_currency, currency, currency <> bill_currency and kind is null, null),
      (2, 'Cardholder fees', fees::text, amount::text, amount <> fees, amount - fees)
  ) d (position, field, ours, theirs, is_other, difference)
  where fee_file is not null and d.is_other
  union all
  select 'other-file-differs', reports.day, f.transaction_id, f.event, f.event, t.card_id, null, f.file_id, f.row_number, 0,
         'Rows', '1', '2', f.currency, f.amount
  from charges f join fee_reports reports on reports.type = 'fee'
  left join indexed_transactions t on t.id = f.transaction_id
  where not exists (select from compared_rows c where c.transaction_id = f.transaction_id and c.event = f.event)
    and exists (
      select from settlement_events o
      join reconciliation_days d on d.day = o.day and d.file_id = o.file_id
      join fee_rows r on r.transaction_id = o.transaction_id and r.event = o.event and r.day = o.day and r.type = 'fee'
      join fee_readings s on s.file_id = r.file_id
      where o.transaction_id = f.transaction_id and o.event = f.event)`;

/** With fewer events of a day, an item that most of them have may as well be that of a few. */
const MIN_FOR_USUAL = 5;

/** Each charge of the day's file against the month's file, the transaction, and what the file charges for the others. */
const TRANSACTION_FEES = `
  with items as (
    select type, transaction_id, item, max(event) as event, (min(file_id::text))::uuid as file_id, min(row_number) as row_number,
           count(*) as rows, sum(amount) as amount,
           sum(amount) - (array_agg(amount order by row_number))[1] as repeated, min(currency) as currency, min(base_amount) as base_amount
    from day_fees where type in ('dailyTransactionFee', 'monthlyTransactionFees') and transaction_id is not null
    group by 1, 2, 3
  ), own as (select * from items where type = 'dailyTransactionFee'),
  month as (select * from items where type = 'monthlyTransactionFees'),
  report as (select day from fee_reports where type = 'dailyTransactionFee'),
  against_month as (
    select transaction_id, item, coalesce(m.event, o.event) as event, coalesce(m.file_id, o.file_id) as file_id,
           coalesce(m.row_number, o.row_number) as row_number, coalesce(o.currency, m.currency) as currency, d.*
    from own o full join month m using (transaction_id, item)
    cross join lateral (
      values
        (1, 'Rows', coalesce(o.rows, 0)::text, coalesce(m.rows, 0)::text, coalesce(o.rows, 0) <> coalesce(m.rows, 0),
         coalesce(m.amount, 0) - coalesce(o.amount, 0)),
        (2, 'Fee currency', o.currency, m.currency, o.currency <> m.currency, null),
        (3, 'Transaction fee', o.amount::text, m.amount::text, o.amount <> m.amount, m.amount - o.amount),
        (4, 'Base amount', o.base_amount::text, m.base_amount::text, o.base_amount <> m.base_amount, null)
    ) d (position, field, ours, theirs, is_other, difference)
    where d.is_other and ${HAS("monthlyTransactionFees")}
  ), bases as (
    select o.*, t.bill_amount, t.bill_currency, o.base_amount <> t.bill_amount as is_other
    from own o join indexed_transactions t on t.id = o.transaction_id where o.base_amount is not null
  ), events as (
    select c.transaction_id, c.event, c.card_id, c.merchant, c.file_id, c.row_number, c.bill_currency
    from compared_rows c where ${IS_OF_DAY}
    union all
    select t.id, 'authorization', t.card_id, null, null, null, t.bill_currency
    from indexed_transactions t, report
    where t.created_at >= report.day::timestamp at time zone 'utc'
      and t.created_at < (report.day + 1)::timestamp at time zone 'utc' and t.status not in ('DECLINED', 'REVERSED')
  ), counted as (
    select event, count(*) as all_rows from events group by 1
  ), usual as (
    -- What all but a few events of the day are charged with, all of them should be. An item that only some are charged
    -- with is compared with the month's file.
    select event, item from own join counted using (event) group by 1, 2, all_rows
    having all_rows >= ${MIN_FOR_USUAL} and count(*) * 2 >= all_rows and count(*) >= all_rows - greatest(1, all_rows / 10)
  ), found as (
    select 'other-file-differs' as kind, transaction_id, item as part, event, null as merchant, file_id, row_number, position,
           field, ours, theirs, currency, difference
    from against_month
    union all
    select 'other-file-differs', transaction_id, item, event, null, file_id, row_number, 5, 'Rows', '1', rows::text, currency, repeated
    from own where rows > 1 and not exists (
      select from month m where m.transaction_id = own.transaction_id and m.item = own.item and m.rows = own.rows)
    union all
    -- If it is another amount for most, the base isn't the billed amount.
    select 'other-file-differs', transaction_id, item, event, null, file_id, row_number, 6, 'Base amount', bill_amount::text,
           base_amount::text, bill_currency, null
    from bases where is_other and (select count(*) filter (where is_other) * 2 <= count(*) from bases)
    union all
    select 'missing-elsewhere', e.transaction_id, u.item, e.event, e.merchant, e.file_id, e.row_number, 7,
           'Daily transaction fees', u.item, null, e.bill_currency, null
    from events e join usual u using (event)
    where not ${HAS("monthlyTransactionFees")}
      and not exists (select from own o where o.transaction_id = e.transaction_id and o.item = u.item)
    union all
    select 'other-file-only', o.transaction_id, o.item, o.event, null, o.file_id, o.row_number, 8, null, null, null, o.currency,
           o.amount
    from own o left join indexed_transactions t on t.id = o.transaction_id
    where t.id is null and o.event is distinct from 'clearing' and o.event is distinct from 'refund'
    union all
    select 'other-file-differs', o.transaction_id, o.item, o.event, null, o.file_id, o.row_number, 9, 'Rows', '1',
           (o.rows + earlier.rows)::text, o.currency, o.amount
    from own o cross join report cross join lateral (
      select count(*) as rows from fee_rows r join fee_readings s using (file_id)
      where r.transaction_id = o.transaction_id and r.item = o.item and r.type = o.type and r.day < report.day
    ) earlier where earlier.rows > 0
  )
  select f.kind, report.day, f.transaction_id, f.part, nullif(f.event, 'authorization') as event, t.card_id, f.merchant,
         f.file_id, f.row_number, f.position, f.field, f.ours, f.theirs,
         f.currency as bill_currency, f.difference
  from found f cross join report left join indexed_transactions t on t.id = f.transaction_id`;

const found = (differences: string, name: string) => `
  (select distinct on (transaction_id, part) concat_ws(':', kind, day, transaction_id, part, '${name}'), kind, day,
          transaction_id, card_id, event, merchant, file_id, row_number, field, ours, theirs, bill_currency, difference
   from (${differences}) differences order by transaction_id, part, position)`;

/** In the order of the exceptions' columns. */
export const FEES_FOUND = `${found(CARDHOLDER_FEES, "fee")}
  union all ${found(TRANSACTION_FEES, "transaction-fee")}`;
