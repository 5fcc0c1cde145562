import type { Migration } from "@/lib/postgres/migrate";
import { ALERTS } from "./alert-tables";
import { APPROVALS } from "./approval-tables";
import { AUDIT_BY_ID, AUDIT_VERIFICATION } from "./audit-tables";
import {
  CARD_INDEX,
  FROZEN_BEFORE,
  INDEX_IN_DOUBT,
  INDEX_UNREAD,
  WALKED_AT_STAYS,
} from "./card-index-tables";
import { CARD_TEMPLATES } from "./card-template-table";
import { CUSTOMER_PROFILES } from "./customer-profile-table";
import { DATABASE_ISSUER } from "./database-issuer-table";
import { ISSUER_DRIFT } from "./drift-table";
import { PASSKEYS, SECOND_FACTORS } from "./factor-tables";
import { FORMER_LAST_FOURS } from "./former-last-fours";
import { SINGLE_SIGN_ON } from "./identity-tables";
import { INSTANCE_MINUTES } from "./instance-tables";
import { CLAIMS_IN_DOUBT, FOLDED_ISSUE_ROWS, ISSUE_RUNS, ISSUE_WARNINGS } from "./issue-run-tables";
import { MAILS } from "./mail-table";
import { ISSUER_GATE, OPERATION_ATTEMPTS, OPERATIONS_ALWAYS_DUE, OPERATIONS_SENT } from "./operation-tables";
import {
  FEE_FILES_AGAIN,
  FEE_ROWS,
  RESOLVED_DAYS,
  SUPERSEDED_EVENTS,
  UNCLEAR_FEE_FILES,
} from "./reconciliation-evidence-tables";
import { RECONCILIATION, SEALED_EXCEPTION_NOTES } from "./reconciliation-tables";
import { UNANSWERED_ASKS } from "./report-ask-tables";
import { REPORT_LEASES } from "./report-lease-columns";
import { NOTICES_AGAIN, REPORT_SCHEDULES } from "./report-schedule-tables";
import { MASKED_EVIDENCE, REPORT_READINGS, REPORTS } from "./report-tables";
import { RESTORED_COPY } from "./restored-copy-table";
import {
  APPROVAL_ACTIONS,
  BLOCK_RUNS,
  LAST_FOUR_OF_ITEM,
  RUN_COUNTS,
  RUNS,
  SEALED_BLOCK_REASONS,
} from "./run-tables";
import { SESSION_DETAILS } from "./session-tables";
import { COUNTED_DENIALS, THROTTLED_ATTEMPTS } from "./sign-in-tables";
import { FASTER_SETTLEMENTS, TRANSACTION_FACTS } from "./transaction-facts-tables";
import { DELETED_VIEWS, VIEWS } from "./view-tables";

export const MIGRATIONS: Migration[] = [
  {
    name: "001-core",
    sql: `
      create table people (
        id uuid primary key,
        email text not null,
        name text not null,
        role text not null check (role in ('admin', 'manager', 'support', 'finance', 'auditor')),
        state text not null default 'active' check (state in ('invited', 'active', 'disabled')),
        password_hash text,
        is_demo boolean not null default false,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz
      );
      create unique index people_by_email on people (lower(email));

      create table sessions (
        id uuid primary key,
        person_id uuid not null references people on delete cascade,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        revoked_at timestamptz,
        address text,
        user_agent text
      );
      create index sessions_of_person on sessions (person_id, created_at desc);

      -- Links that work once: an invitation, or a way back in after a lost password.
      create table one_time_links (
        token_hash text primary key,
        person_id uuid not null references people on delete cascade,
        purpose text not null check (purpose in ('invite', 'reset')),
        expires_at timestamptz not null,
        used_at timestamptz,
        created_at timestamptz not null default now()
      );

      create table throttles (
        key text primary key,
        failures integer not null,
        window_ends_at timestamptz not null
      );

      -- One row for one intent of one person, whatever number of times it is sent.
      create table operations (
        id uuid primary key,
        person_id uuid not null,
        action text not null,
        target text,
        input_hash text not null,
        state text not null check (state in ('begun', 'succeeded', 'failed', 'unknown')),
        result jsonb,
        -- What a job needs to find out what became of it; sealed, since it may hold personal data.
        evidence text,
        attempts integer not null default 0,
        begun_at timestamptz not null default now(),
        finished_at timestamptz
      );
      create index operations_open on operations (begun_at) where state in ('begun', 'unknown');
      create index operations_by_target on operations (target, begun_at desc);

      -- The body is the record; every other column is drawn from it, so that none can be changed apart from it.
      create table audit (
        seq bigint primary key,
        body text not null,
        hash text not null,
        at timestamptz not null generated always as (to_timestamp((body::jsonb ->> 'atMs')::double precision / 1000)) stored,
        phase text not null generated always as (body::jsonb ->> 'phase') stored,
        operation_id text generated always as (body::jsonb ->> 'operationId') stored,
        actor_id text generated always as (body::jsonb #>> '{actor,id}') stored,
        action text not null generated always as (body::jsonb ->> 'action') stored,
        target text generated always as (body::jsonb ->> 'target') stored,
        outcome text not null generated always as (body::jsonb ->> 'outcome') stored
      );
      create index audit_by_operation on audit (operation_id, seq);
      create index audit_shown on audit (seq desc) where phase <> 'begin';
      create index audit_by_actor on audit (actor_id, seq desc) where phase <> 'begin';
      create index audit_by_action on audit (action, seq desc) where phase <> 'begin';
      create index audit_by_target on audit (target, seq desc) where phase <> 'begin';
      create index audit_by_outcome on audit (outcome, seq desc) where phase <> 'begin';
      create index audit_by_time on audit (at, seq) where phase <> 'begin';

      -- The chain's end stands apart from it, so that a cut tail shows.
      create table audit_head (
        id boolean primary key default true check (id),
        seq bigint not null,
        hash text not null
      );
      insert into audit_head (seq, hash) values (0, '');

      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log is append-only';
      end $$;
      create trigger audit_is_append_only before update or delete or truncate on audit
        for each statement execute function refuse_change();

      create table events (
        id bigint generated always as identity primary key,
        topic text not null,
        at timestamptz not null default now()
      );
      create index events_by_time on events (at);
    `,
  },
  CARD_INDEX,
  {
    name: "003-notes-and-attention",
    sql: `
      -- What people write down about a card or a customer. The subject is 'card:…' or 'customer:…'.
      create table notes (
        id uuid primary key,
        subject text not null,
        body text not null,
        person_id uuid not null references people,
        created_at timestamptz not null default now()
      );
      create index notes_by_subject on notes (subject, created_at desc);

      -- What someone has looked at and laid aside. The key names the item and the state it was in.
      create table dismissals (
        key text primary key,
        reason text not null,
        person_id uuid not null references people,
        created_at timestamptz not null default now()
      );
    `,
  },
  {
    name: "004-attention",
    sql: `
      -- What waits for someone is found without a walk through every card of its status.
      create index indexed_cards_frozen_since on indexed_cards (coalesce(status_since, created_at), id)
        where status = 'FROZEN';
      create index indexed_cards_blocked_since on indexed_cards (status_since, id)
        where status = 'BLOCKED' and status_since is not null;
      create index dismissals_by_time on dismissals (created_at);
    `,
  },
  REPORTS,
  {
    name: "006-drafts",
    sql: `
      -- Cards that somebody has begun to issue. What was typed is sealed, and gone once the card is there; the
      -- operation is the one intent that all tabs and all tries of this draft share.
      create table drafts (
        id uuid primary key,
        person_id uuid not null references people on delete cascade,
        operation_id uuid not null,
        sealed text,
        saved_at timestamptz not null default now()
      );
      create index drafts_of_person on drafts (person_id, saved_at desc);
      create index drafts_by_operation on drafts (operation_id);
      create index drafts_by_time on drafts (saved_at);
    `,
  },
  {
    name: "007-search-without-a-queue",
    sql: `
      -- By default new words wait in a list that every search reads through: a steady trickle of cards made each
      -- search several times slower.
      alter index indexed_cards_words set (fastupdate = off);
      select gin_clean_pending_list('indexed_cards_words');
    `,
  },
  {
    name: "008-search-by-initials",
    // In batches, because rewriting every card in one transaction would lock a large card program for minutes.
    steps: [
      {
        batch: `
          -- A single letter is begun by a tenth of all words: as a word of its own it is looked up like any other.
          with batch as (
            select id from indexed_cards where id > coalesce($1::text, '') order by id limit 1000
          ), rewritten as (
            update indexed_cards set words = array_to_tsvector(
              tsvector_to_array(words) || array(select left(word, 1) from unnest(tsvector_to_array(words)) as word)
            ) where id in (select id from batch)
          )
          select max(id) as cursor from batch
        `,
      },
    ],
  },
  {
    name: "009-withdrawn-reports",
    sql: `
      alter table report_requests drop constraint report_requests_state_check;
      alter table report_requests add constraint report_requests_state_check
        check (state in ('queued', 'requested', 'link-received', 'captured', 'failed', 'withdrawn'));
    `,
  },
  MASKED_EVIDENCE,
  {
    name: "011-seal-walks",
    sql: `
      -- How far each sealed column has been walked to seal it with the current secret.
      create table seal_walks (
        column_name text primary key,
        key_id text not null,
        -- The key of the last row seen; null at the beginning.
        cursor jsonb,
        resealed integer not null default 0,
        unreadable integer not null default 0,
        unreadable_at_end integer not null default 0,
        -- When a whole walk last found nothing to do.
        clean_at timestamptz
      );
    `,
  },
  {
    name: "013-forget-unkeyed-fingerprints",
    // Unkeyed hashes of inputs, including passwords, could be brute-forced. Operations in progress keep theirs.
    steps: [
      {
        batch: `
          with batch as (select id from operations where id > $1::uuid or $1::uuid is null order by id limit 1000),
               forgotten as (
                 update operations set input_hash = ''
                 where id in (select id from batch) and state <> 'begun' and input_hash ~ '^[0-9a-f]{64}$'
               )
          select (select id from batch order by id desc limit 1) as cursor
        `,
      },
    ],
  },
  INDEX_IN_DOUBT,
  DATABASE_ISSUER,
  OPERATION_ATTEMPTS,
  {
    name: "017-find-expired",
    steps: [
      {
        run: [
          "drop index concurrently if exists operations_finished",
          "create index concurrently operations_finished on operations (finished_at) where state in ('succeeded', 'failed')",
        ],
      },
      {
        run: [
          "drop index concurrently if exists webhook_deliveries_by_time",
          "create index concurrently webhook_deliveries_by_time on webhook_deliveries (received_at)",
        ],
      },
    ],
  },
  AUDIT_VERIFICATION,
  FROZEN_BEFORE,
  ISSUER_GATE,
  THROTTLED_ATTEMPTS,
  REPORT_READINGS,
  REPORT_LEASES,
  OPERATIONS_ALWAYS_DUE,
  COUNTED_DENIALS,
  WALKED_AT_STAYS,
  FORMER_LAST_FOURS,
  CUSTOMER_PROFILES,
  OPERATIONS_SENT,
  {
    name: "030-draft-versions",
    sql: `
      alter table drafts add column version integer not null default 1;
      alter table drafts add column saved_by_tab uuid;
    `,
  },
  {
    name: "031-follow-ups",
    sql: `
      -- A note that asks someone with more rights to take over; it is open until it is dismissed.
      alter table notes add column needs_follow_up boolean not null default false;
      create index notes_for_follow_up on notes (created_at, id) where needs_follow_up;
    `,
  },
  AUDIT_BY_ID,
  MAILS,
  SECOND_FACTORS,
  PASSKEYS,
  SINGLE_SIGN_ON,
  SESSION_DETAILS,
  APPROVALS,
  REPORT_SCHEDULES,
  RECONCILIATION,
  TRANSACTION_FACTS,
  FASTER_SETTLEMENTS,
  RUNS,
  VIEWS,
  BLOCK_RUNS,
  ISSUE_RUNS,
  CARD_TEMPLATES,
  DELETED_VIEWS,
  CLAIMS_IN_DOUBT,
  APPROVAL_ACTIONS,
  ALERTS,
  INSTANCE_MINUTES,
  ISSUER_DRIFT,
  FOLDED_ISSUE_ROWS,
  RUN_COUNTS,
  ISSUE_WARNINGS,
  SUPERSEDED_EVENTS,
  FEE_ROWS,
  UNANSWERED_ASKS,
  NOTICES_AGAIN,
  RESTORED_COPY,
  INDEX_UNREAD,
  LAST_FOUR_OF_ITEM,
  SEALED_EXCEPTION_NOTES,
  SEALED_BLOCK_REASONS,
  RESOLVED_DAYS,
  FEE_FILES_AGAIN,
  UNCLEAR_FEE_FILES,
];
