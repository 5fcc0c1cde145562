import type { Migration } from "@/lib/postgres/migrate";

export const RUNS: Migration = {
  name: "044-runs",
  sql: `
    -- The same change of many cards, planned first and then done card by card.
    create table runs (
      id uuid primary key,
      kind text not null check (kind in ('freeze', 'unfreeze')),
      state text not null default 'planned' check (state in ('planned', 'running', 'paused', 'finished', 'canceled')),
      -- Which cards were chosen, in words.
      scope text not null,
      undo_of uuid references runs,
      person_id uuid not null references people,
      -- Of the person who started it, for the audit log.
      address text,
      -- By the database's clock, before the cards were read for the plan.
      read_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      -- Why it is paused or waits, in words.
      problem text,
      not_before timestamptz,
      -- Runs take turns.
      worked_at timestamptz,
      holder uuid,
      lease_until timestamptz
    );
    create index runs_by_time on runs (created_at, id);
    create index runs_at_work on runs (started_at) where state = 'running';
    create index runs_of_undo on runs (undo_of) where undo_of is not null;

    -- One row per card, fixed when the run is planned.
    create table run_items (
      run_id uuid not null references runs on delete cascade,
      position integer not null,
      card_id text collate "C" not null,
      state text not null check (state in ('waiting', 'sent', 'done', 'failed', 'skipped', 'canceled')),
      -- A SkipReason, or what went wrong, in words.
      reason text,
      -- Stored before the operation begins, so that a crash can't make it two.
      operation_id uuid not null unique,
      attempts integer not null default 0,
      -- Whether the operation changed the card's status; null if the status before isn't known.
      is_changed boolean,
      -- By the database's clock; every later read of the card includes the change.
      changed_at timestamptz,
      finished_at timestamptz,
      primary key (run_id, position),
      unique (run_id, card_id)
    );
    create index run_items_of_card on run_items (card_id);
    create index run_items_by_state on run_items (run_id, state, position);
  `,
};

export const BLOCK_RUNS: Migration = {
  name: "046-block-runs",
  sql: `
    alter table runs drop constraint runs_kind_check;
    alter table runs add constraint runs_kind_check check (kind in ('freeze', 'unfreeze', 'block'));
    -- Of a block, as the issuer stores it on each card.
    alter table runs add column reason text;
    alter table runs add constraint runs_reason_check check ((kind = 'block') = (reason is not null));

    -- A policy can govern several actions, such as the block of one card and of many.
    alter table approval_requests add column action text;
    update approval_requests set action = case kind
      when 'block' then 'card.block' when 'reissue' then 'card.reissue' when 'issue' then 'card.create'
      when 'role' then 'person.change-role' when 'sign-off' then 'period.sign-off'
      else 'approval.change-policies' end;
    alter table approval_requests alter column action set not null;
  `,
};
