import type { Migration } from "@/lib/postgres/migrate";

export const TRANSACTION_FACTS: Migration = {
  name: "042-transaction-facts",
  sql: `
    -- Every spelling of a merchant in a settlement file, to search by its words.
    create table merchants (
      name text collate "C" primary key,
      key text collate "C" not null,
      words tsvector not null
    );
    create index merchants_by_key on merchants (key, name);
    create index merchants_words on merchants using gin (words);

    -- What the settlement files in use say about a transaction, next to what the issuer's API says.
    create table transaction_facts (
      transaction_id text collate "C" primary key,
      -- Null until the index knows the transaction. Lets the index of merchants return rows in the list's order.
      transaction_created_at timestamptz,
      merchant text,
      merchant_key text collate "C",
      currency text collate "C",
      cleared_at timestamptz,
      fees numeric,
      effect numeric,
      cleared_file_id uuid,
      cleared_row bigint,
      refunded_at timestamptz,
      refunded_fees numeric,
      refunded_effect numeric,
      refunded_file_id uuid,
      refunded_row bigint
    );
    create index transaction_facts_by_merchant
      on transaction_facts (merchant_key, transaction_created_at, transaction_id) where merchant_key is not null;
    create index transaction_facts_by_cleared
      on transaction_facts (cleared_at, transaction_created_at) where cleared_at is not null;
    create index transaction_facts_of_clearing_file
      on transaction_facts (cleared_file_id) where cleared_file_id is not null;
    create index transaction_facts_of_refund_file
      on transaction_facts (refunded_file_id) where refunded_file_id is not null;
    create index transaction_facts_not_indexed
      on transaction_facts (transaction_id) where transaction_created_at is null;

    -- Waiting for a file that is read could be a deadlock. What is skipped is noted by the job (refresh-facts.ts).
    create function note_creation_times() returns trigger language plpgsql as $$
    begin
      update transaction_facts f set transaction_created_at = free.created_at
      from (
        select known.transaction_id, n.created_at
        from transaction_facts known join new_rows n on n.id = known.transaction_id
        where known.transaction_created_at is null for update of known skip locked
      ) free
      where f.transaction_id = free.transaction_id;
      return null;
    end $$;
    create trigger note_creation_times after insert on indexed_transactions
      referencing new table as new_rows for each statement execute function note_creation_times();

    -- What a deleted file said is deleted with it. Without foreign keys, which would be checked for every row of a file.
    create function forget_facts_of_files() returns trigger language plpgsql as $$
    begin
      delete from transaction_facts
      where cleared_file_id in (select id from old_rows)
        and (refunded_file_id is null or refunded_file_id in (select id from old_rows));
      delete from transaction_facts
      where refunded_file_id in (select id from old_rows) and cleared_file_id is null;
      update transaction_facts
      set cleared_at = null, fees = null, effect = null, cleared_file_id = null, cleared_row = null
      where cleared_file_id in (select id from old_rows);
      update transaction_facts
      set refunded_at = null, refunded_fees = null, refunded_effect = null, refunded_file_id = null, refunded_row = null
      where refunded_file_id in (select id from old_rows);
      return null;
    end $$;
    create trigger forget_facts_of_files after delete on report_files
      referencing old table as old_rows for each statement execute function forget_facts_of_files();
  `,
};

export const FASTER_SETTLEMENTS: Migration = {
  name: "043-faster-settlements",
  sql: `
    -- It was checked for every row of a file. Whoever inserts the rows holds a lock on the file (read-settlements.ts).
    alter table settlement_events drop constraint settlement_events_file_id_fkey;

    create function forget_events_of_files() returns trigger language plpgsql as $$
    begin
      delete from settlement_events where file_id in (select id from old_rows);
      return null;
    end $$;
    create trigger forget_events_of_files after delete on report_files
      referencing old table as old_rows for each statement execute function forget_events_of_files();

    -- One row per file that was read: its days, itself, and the file that it replaced. What these say about transactions
    -- is written after the days were compared (refresh-facts.ts).
    create table facts_due (
      id bigint generated always as identity primary key,
      first_day date not null,
      last_day date not null,
      file_ids uuid[] not null
    );
  `,
};
