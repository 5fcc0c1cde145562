import type { Migration } from "@/lib/postgres/migrate";

export const THROTTLED_ATTEMPTS: Migration = {
  name: "021-throttled-attempts",
  sql: `
    -- Attempts that were refused for being one too many, counted until their number goes into the audit log.
    create table throttled_attempts (
      key text primary key,
      action text not null,
      target text,
      address text not null,
      attempts integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now()
    );
  `,
};

export const COUNTED_DENIALS: Migration = {
  name: "025-counted-denials",
  sql: `
    -- What a signed-in person may not do is counted in the same way: who tried, and what.
    alter table throttled_attempts add column actor jsonb, add column message text;
  `,
};
