import type { Migration } from "@/lib/postgres/migrate";

export const SUPERSEDED_EVENTS: Migration = {
  name: "063-superseded-events",
  sql: `
    -- Rows of earlier settlement files of a period that its newest one lacks.
    create table superseded_events (
      file_id uuid not null references report_files on delete cascade,
      row_number bigint not null,
      type text not null,
      date date not null,
      -- When it occurred.
      day date not null,
      event text not null,
      transaction_id text collate "C" not null,
      merchant text,
      bill_amount numeric,
      bill_currency text collate "C",
      primary key (file_id, row_number)
    );
    create index superseded_events_of_period on superseded_events (type, date);
    create index superseded_events_of_day on superseded_events (day);
    create index superseded_events_of_transaction on superseded_events (transaction_id, event);

    -- They count only while our records call their transaction settled.
    create function mark_days_of_superseded_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into reconciliation_changes (day)
        select distinct e.day from superseded_events e join new_rows n on n.id = e.transaction_id;
      else
        insert into reconciliation_changes (day)
        select distinct e.day from superseded_events e join new_rows n on n.id = e.transaction_id
        join old_rows o on o.id = n.id where o.status <> n.status;
      end if;
      return null;
    end $$;
    create trigger mark_days_of_superseded_events_inserted after insert on indexed_transactions
      referencing new table as new_rows for each statement execute function mark_days_of_superseded_events();
    create trigger mark_days_of_superseded_events_updated after update on indexed_transactions
      referencing old table as old_rows new table as new_rows
      for each statement execute function mark_days_of_superseded_events();
  `,
};

export const RESOLVED_DAYS: Migration = {
  name: "080-days-of-resolved-exceptions",
  sql: `
    -- No comparison has noticed whether these were gone.
    insert into reconciliation_changes (day)
    select distinct day from reconciliation_exceptions where state = 'resolved' and not is_resolved_by_itself;
  `,
};

export const FEE_FILES_AGAIN: Migration = {
  name: "081-fee-files-again",
  sql: `
    -- Two instances that read a file at once left it without rows. It is read again.
    delete from fee_readings s using report_files f
    where f.id = s.file_id and f.rows > 0 and s.question is null
      and not exists (select from fee_rows r where r.file_id = s.file_id);
  `,
};

export const UNCLEAR_FEE_FILES: Migration = {
  name: "082-unclear-fee-files",
  sql: `
    -- A newer file of the period, about which the question is. The rows of the one before stay in use.
    alter table fee_readings add column unclear_file_id uuid references report_files on delete cascade;
    create index fee_readings_of_unclear_file on fee_readings (unclear_file_id);
  `,
};

export const FEE_ROWS: Migration = {
  name: "064-fee-rows",
  sql: `
    -- The newest file of each period that was read, or why it isn't understood, in words.
    create table fee_readings (
      type text not null,
      date date not null,
      file_id uuid not null references report_files on delete cascade,
      question text,
      primary key (type, date)
    );
    create index fee_readings_of_file on fee_readings (file_id);

    -- Rows of a file without a reading are still being written.
    create table fee_rows (
      file_id uuid not null,
      -- As in the file, from 0 without the column names.
      row_number bigint not null,
      type text not null,
      -- When it was charged, or the nearest day of the file.
      day date not null,
      item text not null,
      -- To which event of the transaction it belongs; null if its name doesn't say.
      event text,
      transaction_id text collate "C",
      card_id text collate "C",
      amount numeric not null,
      currency text collate "C",
      base_amount numeric,
      primary key (file_id, row_number)
    );
    create index fee_rows_of_day on fee_rows (day, file_id);
    create index fee_rows_of_transaction on fee_rows (transaction_id, event);

    -- Without a foreign key, as the rows of settlements.
    create or replace function forget_events_of_files() returns trigger language plpgsql as $$
    begin
      delete from settlement_events where file_id in (select id from old_rows);
      delete from fee_rows where file_id in (select id from old_rows);
      return null;
    end $$;
  `,
};
