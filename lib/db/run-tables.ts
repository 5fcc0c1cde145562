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

/** Requests of a version before 046, which runs beside this one during an upgrade and doesn't know the column. */
export const APPROVAL_ACTIONS: Migration = {
  name: "051-approval-actions",
  sql: `
    create function fill_approval_action() returns trigger language plpgsql as $$
    begin
      new.action := case new.kind
        when 'block' then 'card.block' when 'reissue' then 'card.reissue' when 'issue' then 'card.create'
        when 'role' then 'person.change-role' when 'sign-off' then 'period.sign-off'
        else 'approval.change-policies' end;
      return new;
    end $$;
    create trigger fill_approval_action before insert on approval_requests
      for each row when (new.action is null) execute function fill_approval_action();
  `,
};

/** Written by a version that knows them. A null is counted, so that runs of the version before are right too. */
export const RUN_COUNTS: Migration = {
  name: "056-run-counts",
  sql: `
    -- The items of a run that is over, by state.
    alter table runs add column counts jsonb;
    alter table runs add column changed integer;
    create index runs_uncounted on runs (finished_at) where finished_at is not null and counts is null;

    -- The issuer's late confirmation changes an item after the end, in any version. The run is locked even if it has no
    -- counts yet, so that whoever counts at the same time waits.
    create function forget_run_counts() returns trigger language plpgsql as $$
    begin
      perform from runs where id = new.run_id for no key update;
      update runs set counts = null, changed = null where id = new.run_id and counts is not null;
      return null;
    end $$;
    create trigger forget_run_counts after update on run_items for each row
      when (old.state in ('done', 'failed', 'skipped', 'canceled')
        and (old.state, old.is_changed) is distinct from (new.state, new.is_changed))
      execute function forget_run_counts();
  `,
};

export const LAST_FOUR_OF_ITEM: Migration = {
  name: "059-last-four-of-run-items",
  sql: `
    -- The digits by which the card was named, if it wasn't by its ID.
    alter table run_items add column last_four text;
  `,
};

export const SEALED_BLOCK_REASONS: Migration = {
  name: "073-sealed-block-reasons",
  sql: `
    -- Of a block, encrypted; "reason" is then empty.
    alter table runs add column sealed_reason text;
  `,
};
