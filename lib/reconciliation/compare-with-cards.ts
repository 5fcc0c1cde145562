/**
 * The month's file of card costs, and its rows with their cards. An item is told by its name. A card can be reissued on
 * several days, but is issued and kept only once in a month.
 */
const COSTS = `
  report as (
    select file_id, day, date_trunc('month', day)::date as month from fee_reports where type = 'monthlyNonTransactionFees'
  ), costs as (
    select *, row_number() over (
      partition by card_id, item, case part when 'other' then day end order by day, row_number) as occurrence
    from (
      select r.*, t.card_type, (t.created_at at time zone 'utc')::date as created_on,
             case when r.item ilike '%reissu%' then 'other' when r.item ilike '%issu%' then 'issued'
                  when r.item ilike '%maint%' then 'kept' else 'other' end as part
      from report join fee_rows r using (file_id) left join indexed_cards t on t.id = r.card_id
      where r.card_id is not null
    ) rows
  )`;

/** Cards that were issued in the month, on their day, and those that were there when it began. */
const CHARGED = `
  charged as (
    select 'issued' as part, t.id, t.card_type, (t.created_at at time zone 'utc')::date as on_day
    from indexed_cards t, report
    where t.created_at >= report.month::timestamp at time zone 'utc'
      and t.created_at < (report.month + interval '1 month')::timestamp at time zone 'utc'
    union all
    -- Only a card in use certainly hasn't expired.
    select 'kept', t.id, t.card_type, report.month from indexed_cards t, report
    where report.day = report.month and t.created_at < report.month::timestamp at time zone 'utc' and t.status <> 'BLOCKED'
      and exists (
        select from indexed_transactions x where x.card_id = t.id and x.status <> 'DECLINED'
          and x.created_at >= report.month::timestamp at time zone 'utc')
  )`;

const CARD_DIFFERENCES = `
  with ${COSTS}, ${CHARGED}, usual as (
    -- What most cards of a type are charged with, all of them should be.
    select part, card_type from charged
    group by 1, 2
    having count(*) <= 2 * count(*) filter (
      where exists (select from costs c where c.card_id = charged.id and c.part = charged.part))
  ), priced as (
    select item, card_type, count(*) as rows, mode() within group (order by amount) as amount,
           mode() within group (order by coalesce(currency, '')) as currency
    from costs group by 1, 2
  ), prices as (
    select p.* from priced p join costs c using (item, card_type)
    group by p.item, p.card_type, p.rows, p.amount, p.currency
    having count(*) filter (where c.amount <> p.amount or coalesce(c.currency, '') <> p.currency) * 4 <= p.rows
  ), own as (
    select c.* from costs c join report using (day)
  )
  select 'other-file-only' as kind, day, card_id, item as part, file_id, row_number, 0 as position, null as field, null as ours,
         null as theirs, currency, amount as difference
  from own where created_on is null
  union all
  select 'other-file-differs', day, card_id, item, file_id, min(row_number), 1, 'Rows', '1', max(occurrence)::text,
         min(currency), sum(amount)
  from own where occurrence > 1 group by day, card_id, item, file_id
  union all
  select 'other-file-differs', o.day, card_id, item, o.file_id, row_number, 2, 'Day', created_on::text, o.day::text, currency, null
  from own o, report
  where (part = 'issued' and date_trunc('month', created_on)::date <> report.month)
     or (part = 'kept' and created_on >= report.month)
  union all
  select 'other-file-differs', o.day, o.card_id, o.item, o.file_id, o.row_number, 3,
         case when coalesce(o.currency, '') <> p.currency then 'Fee currency' else 'Card cost' end,
         case when coalesce(o.currency, '') <> p.currency then p.currency else p.amount::text end,
         case when coalesce(o.currency, '') <> p.currency then o.currency else o.amount::text end,
         o.currency, o.amount - p.amount
  from own o join prices p using (item, card_type)
  where o.amount <> p.amount or coalesce(o.currency, '') <> p.currency
  union all
  select 'missing-elsewhere', c.on_day, c.id, c.part, null, null, 0, 'Monthly card costs',
         case c.part when 'issued' then 'Issued' else 'Kept' end, null, null, null
  from charged c join usual using (part, card_type) join report on report.day = c.on_day
  where not exists (select from costs o where o.card_id = c.id and o.part = c.part)`;

/** In the order of the exceptions' columns. */
export const CARDS_FOUND = `
  (select distinct on (card_id, part) concat_ws(':', kind, day, card_id, part, 'card-cost'), kind, day, null::text, card_id,
          null::text, null::text, file_id, row_number, field, ours, theirs, currency, difference
   from (${CARD_DIFFERENCES}) differences order by card_id, part, position)`;
