import type { Migration } from "@/lib/postgres/migrate";

export const RECONCILIATION: Migration = {
  name: "041-reconciliation",
  sql: `
    -- Which column of a settlement file means what, as a person decided. The newest version of a type applies.
    create table settlement_mappings (
      version integer generated always as identity primary key,
      type text not null,
      -- A SettlementMapping (lib/domain/reconciliation/settlement-columns.ts). Null: back to what is recognized.
      mapping jsonb,
      person_id uuid not null references people,
      created_at timestamptz not null default now()
    );

    -- What was understood of the newest settlement file of each period. An older one is forgotten, not its hash.
    create table settlement_readings (
      type text not null,
      date date not null,
      file_id uuid not null references report_files on delete cascade,
      -- The newest mapping when it was read; null if there was none.
      mapping_version integer references settlement_mappings,
      -- How it was read: the mapping, or what was recognized.
      mapping jsonb,
      state text not null check (state in ('reading', 'read', 'unclear')),
      -- What a person has to decide, in words.
      question text,
      rows bigint not null default 0,
      opening_balance numeric,
      closing_balance numeric,
      balance_currency text,
      -- [{event, currency, rows, billed, fees, effect}], exact decimals as text
      totals jsonb not null default '[]',
      -- Where a balance is not the one before plus the effect: [{row, gap}], the first ones
      gaps jsonb not null default '[]',
      holder uuid,
      lease_until timestamptz,
      read_at timestamptz,
      primary key (type, date)
    );

    create table settlement_events (
      file_id uuid not null references report_files on delete cascade,
      -- As in the file, from 0 without the column names.
      row_number bigint not null,
      -- The day in whose reconciliation it is: that of a daily file, or in a monthly one when it occurred, if that is
      -- in the month, otherwise the nearest day of it.
      day date not null,
      event text not null check (event in ('clearing', 'refund', 'other')),
      transaction_id text collate "C" not null,
      occurred_at timestamptz,
      merchant text,
      amount numeric,
      currency text collate "C",
      bill_amount numeric,
      bill_currency text collate "C",
      fees numeric,
      effect numeric,
      balance_after numeric,
      primary key (file_id, row_number)
    );
    create index settlement_events_of_transaction on settlement_events (transaction_id, event);
    create index settlement_events_of_day on settlement_events (day, file_id);

    -- One row per day that a settlement file covers.
    create table reconciliation_days (
      day date primary key,
      -- The daily file, else the monthly one.
      file_id uuid not null references report_files on delete cascade,
      type text not null,
      compared_at timestamptz,
      -- Whether the sign-offs over its last result were looked at.
      is_checked_for_sign_offs boolean not null default true,
      -- The fee reports that the last comparison used.
      fee_files uuid[],
      holder uuid,
      lease_until timestamptz,
      -- A DayResult (lib/domain/reconciliation/day-result.ts).
      result jsonb
    );
    create index reconciliation_days_of_file on reconciliation_days (file_id);
    -- The arrivals are sorted: this is the oldest day of which the file settles a transaction.
    create index reconciliation_days_by_oldest_arrival on reconciliation_days ((result #>> '{arrivals,0,madeOn}'));

    -- A day is due while it has a row here. Rows are only added and deleted, so that nobody waits for a comparison.
    -- Rows of days without a settlement file are deleted by the job (reconcile.ts).
    create table reconciliation_changes (
      id bigint generated always as identity primary key,
      day date not null
    );
    create index reconciliation_changes_of_day on reconciliation_changes (day);

    create table reconciliation_rules (
      id uuid primary key,
      kind text not null,
      -- Null: any.
      currency text,
      max_difference numeric,
      merchant text,
      reason text not null,
      note text not null default '',
      person_id uuid not null references people,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      ended_by uuid references people
    );

    create table reconciliation_exceptions (
      id uuid primary key default gen_random_uuid(),
      -- What is wrong with what, with an occurrence number: a second run finds the same row.
      fingerprint text not null unique,
      kind text not null,
      day date not null,
      transaction_id text collate "C",
      card_id text collate "C",
      event text,
      merchant text,
      file_id uuid references report_files on delete set null,
      row_number bigint,
      -- The field that differs, and both values.
      field text,
      ours text,
      theirs text,
      currency text,
      -- What it changes in the settlement: theirs minus ours.
      difference numeric,
      state text not null default 'open' check (state in ('open', 'explained', 'waiting', 'resolved')),
      reason text,
      note text not null default '',
      owner_id uuid references people,
      rule_id uuid references reconciliation_rules,
      -- Resolved because a later comparison didn't find it.
      is_resolved_by_itself boolean not null default false,
      -- As precise as a page's cursor.
      found_at timestamptz(3) not null default now(),
      state_since timestamptz not null default now(),
      -- Increases with every change.
      version integer not null default 1
    );
    create index reconciliation_exceptions_of_day on reconciliation_exceptions (day, found_at, id);
    create index reconciliation_exceptions_by_state on reconciliation_exceptions (state, day, found_at, id);
    create index reconciliation_exceptions_of_transaction on reconciliation_exceptions (transaction_id);
    create index reconciliation_exceptions_of_card on reconciliation_exceptions (card_id);
    create index reconciliation_exceptions_of_rule on reconciliation_exceptions (rule_id) where rule_id is not null;

    create table reconciliation_exception_history (
      id bigint generated always as identity primary key,
      exception_id uuid not null references reconciliation_exceptions on delete cascade,
      at timestamptz not null default now(),
      person_id uuid references people,
      rule_id uuid references reconciliation_rules,
      state text not null,
      message text not null,
      -- For undoing: all changes of one action, the version that each made, and {state, reason, note, ownerId, ruleId}
      -- before it.
      batch_id uuid,
      version integer,
      before jsonb
    );
    create index reconciliation_exception_history_of on reconciliation_exception_history (exception_id, id);
    create index reconciliation_exception_history_of_batch on reconciliation_exception_history (batch_id)
      where batch_id is not null;

    create table sign_offs (
      id uuid primary key,
      period text not null check (period in ('day', 'month')),
      -- The day, or the month's first.
      date date not null,
      person_id uuid not null references people,
      second_person_id uuid references people,
      signed_at timestamptz not null default now(),
      -- A SignOffEvidence (lib/domain/reconciliation/sign-off.ts).
      evidence jsonb not null,
      -- What changed since: [{name, before, after}]. Null while it holds.
      stale_since timestamptz,
      stale_reasons jsonb,
      reopened_at timestamptz,
      reopened_by uuid references people,
      reopen_reason text
    );
    create unique index sign_offs_once on sign_offs (period, date) where reopened_at is null;
    create index sign_offs_by_date on sign_offs (date);
    alter table approval_requests drop constraint approval_requests_kind_check;
    alter table approval_requests add constraint approval_requests_kind_check
      check (kind in ('block', 'reissue', 'issue', 'role', 'sign-off', 'policy'));

    -- When the transaction was first read with its status. Null: before this column existed.
    alter table indexed_transactions add column status_read_at timestamptz;

    -- A change of what is compared makes the days due again that the transaction is part of. It doesn't look which days
    -- have a file: that of a day may just be read, unseen by this transaction.
    create function mark_changed_days() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into reconciliation_changes (day)
        select (created_at at time zone 'utc')::date from new_rows
        union select e.day from settlement_events e join new_rows n on n.id = e.transaction_id;
      elsif tg_op = 'DELETE' then
        insert into reconciliation_changes (day)
        select (created_at at time zone 'utc')::date from old_rows
        union select e.day from settlement_events e join old_rows o on o.id = e.transaction_id;
      else
        insert into reconciliation_changes (day)
        select distinct concerned.day
        from (
          select n.id, n.created_at, o.created_at as old_created_at from new_rows n join old_rows o using (id)
          where (n.bill_amount, n.bill_currency, n.amount, n.currency, n.status, n.created_at)
            is distinct from (o.bill_amount, o.bill_currency, o.amount, o.currency, o.status, o.created_at)
        ) c left join settlement_events e on e.transaction_id = c.id,
        unnest(array[(c.created_at at time zone 'utc')::date, (c.old_created_at at time zone 'utc')::date, e.day])
          as concerned (day)
        where concerned.day is not null;
      end if;
      return null;
    end $$;
    create trigger mark_days_of_inserted_transactions after insert on indexed_transactions
      referencing new table as new_rows for each statement execute function mark_changed_days();
    create trigger mark_days_of_updated_transactions after update on indexed_transactions
      referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_days();
    create trigger mark_days_of_deleted_transactions after delete on indexed_transactions
      referencing old table as old_rows for each statement execute function mark_changed_days();
  `,
};

const NOTE_AT_END =
  "^(Explained by a rule(?=: )|(?:Open|Waiting for issuer|Explained|Resolved)(?:: [^.]*)?(?=[.] ))[.:] (.*)$";

export const SEALED_EXCEPTION_NOTES: Migration = {
  name: "072-sealed-exception-notes",
  sql: `
    -- What people typed is encrypted: the note after a change, which was part of "message", and the one before it,
    -- which was part of "before".
    alter table reconciliation_exception_history add column note text not null default '', add column note_before text;
    update reconciliation_exception_history set note_before = before ->> 'note', before = before - 'note'
    where before ? 'note';
    update reconciliation_exception_history
    set note = regexp_replace(message, '${NOTE_AT_END}', '\\2'), message = regexp_replace(message, '${NOTE_AT_END}', '\\1')
    where message ~ '${NOTE_AT_END}';
  `,
};
