import type { Migration } from "@/lib/postgres/migrate";

export const SECOND_FACTORS: Migration = {
  name: "034-second-factors",
  sql: `
    -- Authenticator apps of people. The secret is sealed.
    create table authenticators (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      name text not null,
      secret text not null,
      -- The time step of the last accepted code: each is accepted once.
      last_step bigint not null default 0,
      -- Null until the first code was accepted; it doesn't count before.
      confirmed_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index authenticators_of_person on authenticators (person_id);

    -- Each opens an account once, if every other factor is lost. Only hashes are stored.
    create table recovery_codes (
      code_hash text primary key,
      person_id uuid not null references people on delete cascade,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index recovery_codes_of_person on recovery_codes (person_id);

    -- The password was correct, and the second factor is still missing: nobody is signed in yet.
    alter table sessions add column needs_factor boolean not null default false;
  `,
};
