import type { Migration } from "@/lib/postgres/migrate";

export const SINGLE_SIGN_ON: Migration = {
  name: "037-single-sign-on",
  sql: `
    -- Who a person is at a provider: the issuer and its subject, never an email address.
    create table identities (
      issuer text not null,
      subject text not null,
      person_id uuid not null references people on delete cascade,
      linked_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (person_id, issuer)
    );

    alter table sessions
      add column method text not null default 'password'
        check (method in ('password', 'passkey', 'single-sign-on')),
      -- Sent to the provider at sign-out; sealed.
      add column id_token text;
  `,
};
