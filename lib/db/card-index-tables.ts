import type { Migration } from "@/lib/postgres/migrate";

/** The searchable copy of the issuer's records (lib/card-index). Collation "C" makes both engines sort text alike. */
export const CARD_INDEX: Migration = {
  name: "002-card-index",
  sql: `
    create extension if not exists pg_trgm;

    create table indexed_cards (
      id text collate "C" primary key,
      currency text not null,
      last_four text collate "C" not null,
      customer_id text collate "C" not null,
      cardholder_name text not null,
      card_name text not null,
      card_design text collate "C" not null,
      card_type text collate "C" not null,
      status text collate "C" not null,
      -- As the issuer wrote it, and the same as a moment.
      created text not null,
      created_at timestamptz not null,
      -- The holder as it is sorted: folded.
      holder_key text collate "C" not null,
      -- Folded words of holder and name, the last four, and their initials. Ids are found by their own indexes.
      words tsvector not null,
      -- When the answer was asked for that this row holds: an older one never replaces a newer.
      read_at timestamptz not null,
      first_seen_at timestamptz not null default now(),
      -- Null: it was so when we first saw the card.
      status_since timestamptz,
      -- The last walk through all pages that met it. What a whole walk has not met is gone.
      walk integer not null
    ) with (fillfactor = 85);
    create index indexed_cards_words on indexed_cards using gin (words);
    create index indexed_cards_by_created on indexed_cards (created_at, id);
    create index indexed_cards_by_holder on indexed_cards (holder_key, created_at, id);
    create index indexed_cards_by_customer on indexed_cards (customer_id, created_at, id);
    create index indexed_cards_by_last_four on indexed_cards (last_four, created_at, id);
    create index indexed_cards_by_status on indexed_cards (status, created_at, id);
    create index indexed_cards_by_type on indexed_cards (card_type, created_at, id);
    create index indexed_cards_by_design on indexed_cards (card_design, created_at, id);

    -- Every word of a name once: a mistyped one is corrected here, so that its cost does not grow with the cards.
    create table indexed_words (word text collate "C" primary key);
    create index indexed_words_alike on indexed_words using gin (word gin_trgm_ops);

    create table indexed_transactions (
      id text collate "C" primary key,
      external_id text collate "C" not null,
      card_id text collate "C" not null,
      bill_amount numeric not null,
      bill_currency text collate "C" not null,
      cardholder_name text not null,
      amount text not null,
      currency text collate "C" not null,
      status text collate "C" not null,
      created text not null,
      created_at timestamptz not null,
      holder_key text collate "C" not null,
      read_at timestamptz not null,
      walk integer not null
    ) with (fillfactor = 85);
    create index indexed_transactions_by_external_id on indexed_transactions (external_id);
    create index indexed_transactions_by_created on indexed_transactions (created_at, id);
    create index indexed_transactions_by_card on indexed_transactions (card_id, created_at, id);
    create index indexed_transactions_by_holder on indexed_transactions (holder_key, created_at, id);
    create index indexed_transactions_by_status on indexed_transactions (status, created_at, id);
    create index indexed_transactions_by_currency on indexed_transactions (currency, created_at, id);
    create index indexed_transactions_by_bill_amount on indexed_transactions (bill_amount, created_at, id);

    -- Sums for the overview, kept by triggers: whoever writes a row, they agree with it.
    create table card_counts (
      status text not null,
      card_type text not null,
      card_design text not null,
      cards bigint not null,
      primary key (status, card_type, card_design)
    );
    create table card_days (
      day date not null,
      card_type text not null,
      cards bigint not null,
      primary key (day, card_type)
    );
    create table transaction_days (
      day date not null,
      bill_currency text not null,
      status text not null,
      transactions bigint not null,
      amount numeric not null,
      primary key (day, bill_currency, status)
    );

    create function count_cards() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update card_counts c set cards = c.cards - o.cards
        from (select status, card_type, card_design, count(*) as cards from old_rows group by 1, 2, 3) o
        where (c.status, c.card_type, c.card_design) = (o.status, o.card_type, o.card_design);
        update card_days d set cards = d.cards - o.cards
        from (select (created_at at time zone 'utc')::date as day, card_type, count(*) as cards from old_rows group by 1, 2) o
        where (d.day, d.card_type) = (o.day, o.card_type);
      end if;
      if tg_op <> 'DELETE' then
        insert into card_counts as c
        select status, card_type, card_design, count(*) from new_rows group by 1, 2, 3
        on conflict (status, card_type, card_design) do update set cards = c.cards + excluded.cards;
        insert into card_days as d
        select (created_at at time zone 'utc')::date, card_type, count(*) from new_rows group by 1, 2
        on conflict (day, card_type) do update set cards = d.cards + excluded.cards;
      end if;
      return null;
    end $$;
    create trigger count_inserted_cards after insert on indexed_cards
      referencing new table as new_rows for each statement execute function count_cards();
    create trigger count_updated_cards after update on indexed_cards
      referencing old table as old_rows new table as new_rows for each statement execute function count_cards();
    create trigger count_deleted_cards after delete on indexed_cards
      referencing old table as old_rows for each statement execute function count_cards();

    create function count_transactions() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update transaction_days d set transactions = d.transactions - o.transactions, amount = d.amount - o.amount
        from (
          select (created_at at time zone 'utc')::date as day, bill_currency, status,
                 count(*) as transactions, sum(bill_amount) as amount
          from old_rows group by 1, 2, 3
        ) o
        where (d.day, d.bill_currency, d.status) = (o.day, o.bill_currency, o.status);
      end if;
      if tg_op <> 'DELETE' then
        insert into transaction_days as d
        select (created_at at time zone 'utc')::date, bill_currency, status, count(*), sum(bill_amount)
        from new_rows group by 1, 2, 3
        on conflict (day, bill_currency, status)
          do update set transactions = d.transactions + excluded.transactions, amount = d.amount + excluded.amount;
      end if;
      return null;
    end $$;
    create trigger count_inserted_transactions after insert on indexed_transactions
      referencing new table as new_rows for each statement execute function count_transactions();
    create trigger count_updated_transactions after update on indexed_transactions
      referencing old table as old_rows new table as new_rows for each statement execute function count_transactions();
    create trigger count_deleted_transactions after delete on indexed_transactions
      referencing old table as old_rows for each statement execute function count_transactions();

    -- How far each list has been read. A walk goes through all pages, over and over; the first one fills the index.
    create table index_feeds (
      name text primary key,
      walk integer not null default 1,
      walk_page integer not null default 1,
      walk_begun_at timestamptz,
      filled_at timestamptz,
      walked_at timestamptz,
      -- What the issuer counts, where it does.
      total bigint,
      fresh_at timestamptz,
      -- Known minus counted, as a whole walk has left it: walking again would not change it.
      settled_difference bigint,
      -- Counts the writes that changed a row, whichever dashboard made them.
      version bigint not null default 0
    );
    insert into index_feeds (name) values ('cards'), ('transactions');

    -- Which dashboard feeds the index. It is relieved when it has not renewed its lease in time.
    create table index_lease (
      id boolean primary key default true check (id),
      holder uuid,
      ends_at timestamptz not null default '-infinity'
    );
    insert into index_lease default values;
  `,
};

export const INDEX_UNREAD: Migration = {
  name: "058-index-unread",
  sql: `
    -- The walk during which a page was found that only had new records, so that those behind it may be unknown too.
    -- Null once a later walk has read all pages.
    alter table index_feeds add column unread_walk integer;
  `,
};

export const INDEX_IN_DOUBT: Migration = {
  name: "014-index-in-doubt",
  sql: `
      -- As of when every record is known, and how many the issuer's list lacks that are kept nevertheless.
      alter table index_feeds
        add column verified_at timestamptz,
        add column missing bigint not null default 0,
        add column missing_since timestamptz,
        drop column walked_at;

      -- What only we know of a card, should it leave the issuer's list and come back.
      create table departed_cards (
        id text collate "C" primary key,
        status text collate "C" not null,
        status_since timestamptz,
        first_seen_at timestamptz not null,
        gone_at timestamptz not null default now()
      );
      create index departed_cards_by_time on departed_cards (gone_at);

      -- An update that moves no card from one sum to another leaves the sums alone, and waits for nobody.
      create or replace function count_cards() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into card_counts as c
          select status, card_type, card_design, count(*) from new_rows group by 1, 2, 3
          on conflict (status, card_type, card_design) do update set cards = c.cards + excluded.cards;
          insert into card_days as d
          select (created_at at time zone 'utc')::date, card_type, count(*) from new_rows group by 1, 2
          on conflict (day, card_type) do update set cards = d.cards + excluded.cards;
        elsif tg_op = 'DELETE' then
          update card_counts c set cards = c.cards - o.cards
          from (select status, card_type, card_design, count(*) as cards from old_rows group by 1, 2, 3) o
          where (c.status, c.card_type, c.card_design) = (o.status, o.card_type, o.card_design);
          update card_days d set cards = d.cards - o.cards
          from (select (created_at at time zone 'utc')::date as day, card_type, count(*) as cards
                from old_rows group by 1, 2) o
          where (d.day, d.card_type) = (o.day, o.card_type);
        else
          insert into card_counts as c
          select status, card_type, card_design, sum(change) from (
            select status, card_type, card_design, 1 as change from new_rows
            union all select status, card_type, card_design, -1 from old_rows
          ) changes group by 1, 2, 3 having sum(change) <> 0
          on conflict (status, card_type, card_design) do update set cards = c.cards + excluded.cards;
          insert into card_days as d
          select (created_at at time zone 'utc')::date, card_type, sum(change) from (
            select created_at, card_type, 1 as change from new_rows
            union all select created_at, card_type, -1 from old_rows
          ) changes group by 1, 2 having sum(change) <> 0
          on conflict (day, card_type) do update set cards = d.cards + excluded.cards;
        end if;
        return null;
      end $$;
    `,
};

export const FROZEN_BEFORE: Migration = {
  name: "019-frozen-before",
  // Cards frozen at an unknown time are listed separately from those frozen for long, so each list has its own index.
  steps: [
    {
      run: [
        "drop index concurrently if exists indexed_cards_frozen_long",
        `create index concurrently indexed_cards_frozen_long on indexed_cards (status_since, id)
         where status = 'FROZEN' and status_since is not null`,
        "drop index concurrently if exists indexed_cards_frozen_before",
        `create index concurrently indexed_cards_frozen_before on indexed_cards (created_at, id)
         where status = 'FROZEN' and status_since is null`,
        "drop index concurrently if exists indexed_cards_frozen_since",
        `update dismissals set key = 'frozen-before:' || split_part(key, ':', 2) where key ~ '^frozen:[^:]+:before$'`,
      ],
    },
  ],
};

export const WALKED_AT_STAYS: Migration = {
  name: "026-walked-at-stays",
  // Unused, but a running instance of the previous version still writes it.
  sql: "alter table index_feeds add column if not exists walked_at timestamptz",
};
