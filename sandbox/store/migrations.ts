import type { Migration } from "@/lib/postgres/migrate";

export const MIGRATIONS: Migration[] = [
  {
    name: "001-issuer",
    sql: `
      create table world (
        id boolean primary key default true check (id),
        scenario text not null,
        seed integer not null,
        clock_offset_ms bigint not null default 0,
        -- What the program put into its master account before the first settlement.
        funding numeric not null default 0,
        link_secret text not null
      );

      create table card_designs (
        id text primary key,
        name text not null,
        stock boolean not null,
        is_default boolean not null,
        emboss_name_supported boolean not null,
        position integer not null
      );
      create unique index one_default_design on card_designs (is_default) where is_default;

      create table cards (
        id uuid not null,
        created timestamptz(0) not null,
        currency text not null,
        external_customer_id text not null,
        cardholder_name text not null,
        card_name text not null,
        card_design text not null,
        card_type text not null,
        customer_type text not null,
        status text not null,
        status_reason text,
        available_credit numeric not null,
        card_number text not null,
        cvv text not null,
        expiry_date date not null,
        -- Counts up whenever a reissue makes the credentials in the holder's hands worthless.
        credentials_version integer not null default 1,
        application jsonb,
        constraint cards_pkey primary key (id)
      );
      create index cards_newest on cards (created desc, id desc);

      create table transactions (
        id uuid not null,
        created timestamptz(0) not null,
        external_transaction_id text not null,
        card_id uuid not null,
        merchant text not null,
        kind text not null,
        amount numeric not null,
        currency text not null,
        bill_amount numeric not null,
        bill_currency text not null,
        fx_fee numeric not null default 0,
        atm_fee numeric not null default 0,
        status text not null,
        decline_code text,
        cleared_at timestamptz(0),
        refunded_at timestamptz(0),
        constraint transactions_pkey primary key (id)
      );
      create index transactions_newest on transactions (created desc, id desc);
      create index transactions_cleared on transactions (cleared_at, id) where cleared_at is not null;
      create index transactions_refunded on transactions (refunded_at, id) where refunded_at is not null;

      create table reissues (
        id bigint generated always as identity primary key,
        card_id uuid not null,
        reissued_at timestamptz(0) not null,
        renew_option text not null,
        is_shipped boolean not null
      );

      -- How many records each list holds per UTC day (slot -1) and per five minutes of it (slot 0 to 287), so
      -- that a list's count and its last page cost the same at a million records as at a thousand.
      create table tally (
        list text not null,
        day date not null,
        slot integer not null,
        total bigint not null,
        primary key (list, slot, day)
      );
      create index tally_by_day on tally (list, day, slot);

      create function tally_up() returns trigger language plpgsql as $$
      begin
        insert into tally as t (list, day, slot, total)
        select tg_argv[0], s.day, s.slot, count(*)
        from added a
        cross join lateral (values
          ((a.created at time zone 'utc')::date, -1),
          ((a.created at time zone 'utc')::date,
           floor(extract(epoch from (a.created at time zone 'utc')::time) / 300)::int)
        ) as s (day, slot)
        group by s.day, s.slot
        order by s.day, s.slot
        on conflict (list, slot, day) do update set total = t.total + excluded.total;
        return null;
      end $$;

      create trigger cards_tally after insert on cards
        referencing new table as added for each statement execute function tally_up('cards');
      create trigger transactions_tally after insert on transactions
        referencing new table as added for each statement execute function tally_up('transactions');

      create table file_requests (
        reference_id uuid primary key,
        file_type text not null,
        date date not null,
        origin text not null,
        requested_at timestamptz not null
      );

      create table deliveries (
        id text primary key,
        created_at timestamptz not null,
        reference_id uuid,
        -- Written when the event is first sent: a file's link is issued at that moment.
        body text,
        delivered_at timestamptz,
        next_attempt_at timestamptz,
        attempts jsonb not null default '[]'
      );
      create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;
    `,
  },
  {
    name: "002-disagreements",
    sql: `
      create table disagreements (
        id integer generated always as identity primary key,
        kind text not null,
        file_type text not null,
        -- Null until a file is requested.
        date date,
        row_count integer not null,
        changes jsonb not null default '[]'
      );
    `,
  },
];
