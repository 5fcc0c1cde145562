import type { Migration } from "@/lib/postgres/migrate";

export const REPORT_SCHEDULES: Migration = {
  name: "040-report-schedules",
  sql: `
    alter table report_requests
      -- Who requested it: a person, a person for many at once, or a schedule.
      add column origin text not null default 'person' check (origin in ('person', 'batch', 'schedule')),
      -- The operation that requested many at once.
      add column batch_id uuid,
      -- How often the schedule has requested it again.
      add column schedule_tries integer not null default 0;
    -- A schedule requests a period once, whichever instance is first.
    create unique index report_requests_scheduled on report_requests (type, date) where origin = 'schedule';
    create index report_requests_of_batch on report_requests (batch_id) where batch_id is not null;

    -- What is due is computed from what is missing since the first day, so no moment is stored.
    create table report_schedules (
      type text primary key,
      first_day date not null,
      late_after_hours integer not null check (late_after_hours > 0),
      -- Who last changed it. It continues if that person is disabled.
      person_id uuid not null references people,
      set_at timestamptz not null default now()
    );

    create table report_subscriptions (
      person_id uuid not null references people on delete cascade,
      type text not null,
      channel text not null check (channel in ('off', 'bell', 'mail')),
      primary key (person_id, type)
    );

    -- What a person is told about a period, once. Those of a catch-up are told together.
    create table report_notices (
      person_id uuid not null references people on delete cascade,
      type text not null,
      date date not null,
      event text not null check (event in ('arrived', 'changed', 'failed', 'late')),
      report_id uuid not null references report_requests on delete cascade,
      -- It arrived after the schedule's limit.
      is_late boolean not null default false,
      created_at timestamptz not null default now(),
      announced_at timestamptz,
      primary key (person_id, type, date, event)
    );
    create index report_notices_waiting on report_notices (created_at) where announced_at is null;
    create index report_notices_of_report on report_notices (report_id);
  `,
};

export const NOTICES_AGAIN: Migration = {
  name: "061-notices-again",
  sql: `
    -- A second change or failure of the same period is told too, once the first one was.
    alter table report_notices
      drop constraint report_notices_pkey,
      add column id bigint generated always as identity primary key;
    create unique index report_notices_waiting_once on report_notices (person_id, type, date, event)
      where announced_at is null;
    create index report_notices_of_period on report_notices (person_id, type, date);
  `,
};
