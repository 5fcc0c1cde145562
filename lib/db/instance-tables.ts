import type { Migration } from "@/lib/postgres/migrate";

export const INSTANCE_MINUTES: Migration = {
  name: "053-instance-minutes",
  sql: `
    -- What each running copy of the dashboard did, one row per minute. Deleted after two hours.
    create table instance_minutes (
      -- Made at the start of a process.
      instance uuid not null,
      minute timestamptz not null,
      host text not null,
      pid integer not null,
      version text not null,
      build text not null,
      started_at timestamptz not null,
      written_at timestamptz not null default now(),
      -- Numbers by name (lib/domain/instances/measures.ts), so that a new one needs no migration.
      measured jsonb not null,
      -- The copy stopped as it should, rather than disappeared.
      is_last boolean not null default false,
      primary key (instance, minute)
    );
    create index instance_minutes_by_time on instance_minutes (minute);

    -- When a copy last signed and encrypted with a secret, by the ID of its key.
    create table secret_uses (
      key_id text primary key,
      first_used_at timestamptz not null default now(),
      last_used_at timestamptz not null default now()
    );
  `,
};
