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

export const PASSKEYS: Migration = {
  name: "035-passkeys-and-policy",
  sql: `
    create table passkeys (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      name text not null,
      -- base64url, as browsers send it.
      credential_id text not null unique,
      public_key bytea not null,
      -- How often the passkey was used, by its own count. Zero if it doesn't count.
      counter bigint not null,
      transports text[] not null,
      last_used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index passkeys_of_person on passkeys (person_id);

    -- What a passkey has to sign. Each is answered once.
    create table passkey_challenges (
      id uuid primary key,
      challenge text not null,
      purpose text not null check (purpose in ('add', 'confirm', 'sign-in')),
      -- Null for a sign-in with a passkey alone: the browser's cookie has the id.
      session_id uuid references sessions on delete cascade,
      expires_at timestamptz not null
    );
    create index passkey_challenges_by_time on passkey_challenges (expires_at);

    -- A role without a row has the rule 'optional'.
    create table factor_policies (
      role text primary key check (role in ('admin', 'manager', 'support', 'finance', 'auditor')),
      rule text not null check (rule in ('off', 'optional', 'required')),
      -- The grace period begins here, or when the account was made.
      required_since timestamptz,
      grace_days integer not null check (grace_days between 0 and 90),
      check ((rule = 'required') = (required_since is not null))
    );

    -- What waits for the word of a second admin: lost factors to be removed, and password links for other admins.
    create table recoveries (
      id uuid primary key,
      kind text not null check (kind in ('factors', 'password')),
      person_id uuid not null references people on delete cascade,
      requested_by uuid not null references people on delete cascade,
      requested_at timestamptz not null default now(),
      expires_at timestamptz not null,
      decided_by uuid references people on delete cascade,
      decided_at timestamptz,
      is_confirmed boolean
    );
    create unique index recoveries_open on recoveries (person_id, kind) where decided_at is null;
  `,
};
