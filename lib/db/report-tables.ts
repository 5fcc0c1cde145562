import type { Migration } from "@/lib/postgres/migrate";

export const REPORTS: Migration = {
  name: "005-reports",
  sql: `
    -- One row for one wish of one person: a file of this type over this period.
    create table report_requests (
      id uuid primary key,
      type text not null,
      -- The date that the issuer is asked with: the day, or the month's last.
      date date not null,
      person_id uuid not null references people,
      state text not null check (state in ('queued', 'requested', 'link-received', 'captured', 'failed')),
      created_at timestamptz not null default now(),
      state_since timestamptz not null default now(),
      -- While queued: when to ask, and who is asking right now. A process that died lets go by itself.
      ask_at timestamptz,
      asking_until timestamptz,
      -- How often a file was asked for since a person last wished for it.
      asks integer not null default 0,
      -- Why it waits or failed, in words.
      reason text,
      file_id uuid
    );
    create index report_requests_by_time on report_requests (created_at desc, id desc);
    create index report_requests_queued on report_requests (ask_at) where state = 'queued';
    create index report_requests_open on report_requests (state_since) where state in ('requested', 'link-received');
    create index report_requests_by_period on report_requests (type, date);

    -- Each time the issuer was asked, by the reference it gave: an event of an earlier one still finds its request.
    create table report_asks (
      reference_id text primary key,
      request_id uuid not null references report_requests,
      asked_at timestamptz not null default now()
    );

    create table report_history (
      id bigint generated always as identity primary key,
      request_id uuid not null references report_requests,
      at timestamptz not null default now(),
      state text not null,
      message text not null
    );
    create index report_history_of_request on report_history (request_id, id);

    -- Everything that came to the receiver. What proved itself is kept; what did not is kept for a while.
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      -- The sender's id, or the body's own hash where there is none.
      event_id text not null,
      received_at timestamptz not null default now(),
      verdict text not null,
      reason text not null,
      headers jsonb not null,
      body text not null,
      bytes integer not null,
      -- How often the same event came again, and when last.
      repeats integer not null default 0,
      repeated_at timestamptz,
      -- Null until it was worked on.
      processed_at timestamptz,
      effect text,
      effect_message text,
      reference_id text,
      request_id uuid references report_requests
    );
    create unique index webhook_deliveries_once on webhook_deliveries (event_id) where verdict = 'accepted';
    create index webhook_deliveries_waiting on webhook_deliveries (id) where verdict = 'accepted' and processed_at is null;
    create index webhook_deliveries_unmatched on webhook_deliveries (reference_id) where effect = 'unmatched';
    create index webhook_deliveries_by_verdict on webhook_deliveries (verdict, id desc);

    -- A link to fetch. One is fetched at a time for one request; the lease tells a dead fetcher from a slow one.
    create table report_captures (
      id uuid primary key,
      request_id uuid not null references report_requests,
      delivery_id bigint not null references webhook_deliveries,
      link text not null,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'needless')),
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      reason text
    );
    create index report_captures_open on report_captures (created_at) where state in ('waiting', 'running');
    create index report_captures_of_request on report_captures (request_id);

    -- A file is seen by nobody until completed_at is set, in the transaction that says so to its request.
    create table report_files (
      id uuid primary key,
      capture_id uuid not null references report_captures,
      request_id uuid not null references report_requests,
      started_at timestamptz not null default now(),
      completed_at timestamptz,
      sha256 text,
      bytes bigint,
      rows bigint,
      columns jsonb,
      summary jsonb
    );
    create index report_files_of_request on report_files (request_id);
    create table report_chunks (
      file_id uuid not null references report_files on delete cascade,
      number integer not null,
      -- The first row in it, counted from 0 without the header. Chunks end where a row ends.
      first_row bigint not null,
      rows integer not null,
      bytes integer not null,
      content bytea not null,
      primary key (file_id, number)
    );
    alter table report_chunks alter column content set storage external;

    create table report_downloads (
      id bigint generated always as identity primary key,
      file_id uuid not null references report_files,
      person_id uuid not null references people,
      at timestamptz not null default now()
    );
    create index report_downloads_of_file on report_downloads (file_id, id desc);

    -- What someone should hear of, also when they were away.
    create table notifications (
      id bigint generated always as identity primary key,
      person_id uuid not null references people on delete cascade,
      kind text not null,
      title text not null,
      href text not null,
      created_at timestamptz not null default now(),
      read_at timestamptz
    );
    create index notifications_of_person on notifications (person_id, id desc);
  `,
};

export const MASKED_EVIDENCE: Migration = {
  name: "012-masked-evidence",
  sql: `
    -- The same forgery sent again on the same day is one row with a count.
    alter table webhook_deliveries add column body_hash text;
    create unique index webhook_deliveries_refused_once
      on webhook_deliveries (verdict, event_id, body_hash, ((received_at at time zone 'UTC')::date))
      where verdict <> 'accepted';

    -- What the issuer sent is known by sha256 and bytes; what is kept of it differs where something was masked.
    alter table report_files
      add column masked_values bigint not null default 0,
      add column kept_sha256 text,
      add column kept_bytes bigint;
  `,
};

export const REPORT_READINGS: Migration = {
  name: "022-report-readings",
  sql: `
    -- When it was last written in the audit log that someone reads a report's rows.
    create table report_readings (
      report_id uuid not null references report_requests on delete cascade,
      person_id uuid not null references people on delete cascade,
      recorded_at timestamptz not null default now(),
      primary key (report_id, person_id)
    );
    create index report_readings_by_time on report_readings (recorded_at);
  `,
};
