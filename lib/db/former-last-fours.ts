import type { Migration } from "@/lib/postgres/migrate";

export const FORMER_LAST_FOURS: Migration = {
  name: "027-former-last-fours",
  steps: [
    {
      run: [
        "alter table indexed_cards add column if not exists former_last_fours text[] not null default '{}'",
        "alter table departed_cards add column if not exists former_last_fours text[] not null default '{}'",
        "drop index concurrently if exists indexed_cards_by_customer_number",
        // "81158" finds the customer "cust_81158".
        `create index concurrently indexed_cards_by_customer_number
         on indexed_cards ((substring(customer_id from '[0-9]+$')))`,
      ],
    },
    {
      // The audit log contains the previous last four digits of every reissued card.
      batch: `
        with batch as (
          select seq, target, body::jsonb #>> '{before,lastFour}' as last_four from audit
          where seq > coalesce($1::bigint, 0) and phase <> 'begin' and outcome = 'succeeded'
            and action in ('card.reissue', 'card.changed-outside')
          order by seq limit 1000
        ), former as (
          select c.id, array_agg(distinct batch.last_four) as last_fours
          from batch join indexed_cards c on c.id = batch.target
          where batch.last_four ~ '^[0-9]+$' and batch.last_four <> c.last_four
          group by c.id
        ), rewritten as (
          update indexed_cards c set
            words = c.words || array_to_tsvector(former.last_fours),
            former_last_fours = array(select distinct unnest(c.former_last_fours || former.last_fours))
          from former where former.id = c.id
        )
        select max(seq) as cursor from batch
      `,
    },
  ],
};
