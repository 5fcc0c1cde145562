import type { Migration } from "@/lib/postgres/migrate";

export const SESSION_DETAILS: Migration = {
  name: "038-session-details",
  sql: `
    -- When the person last proved that it is them. Null after single sign-on, which may not have asked for anything.
    alter table sessions add column confirmed_at timestamptz default now();
    update sessions set confirmed_at = created_at;

    alter table sessions add column if not exists method text not null default 'password'
      check (method in ('password', 'passkey', 'single-sign-on'));

    -- Why it was ended, if not by the person: 'limit' or 'admin'.
    alter table sessions add column end_reason text;

    -- What browsers blocked, counted. Without query strings, IDs, addresses, and people.
    create table policy_reports (
      directive text not null,
      blocked text not null,
      page text not null,
      reports integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (directive, blocked, page)
    );
  `,
};
