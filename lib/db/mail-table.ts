import type { Migration } from "@/lib/postgres/migrate";

export const MAILS: Migration = {
  name: "033-mails",
  sql: `
    -- Outgoing mail. What it says is sealed, because a link in it can set a password.
    create table mails (
      id uuid primary key,
      kind text not null,
      person_id uuid not null references people on delete cascade,
      recipient text not null,
      subject text not null,
      content text not null,
      -- caught: kept for the sandbox's outbox instead of sent.
      -- unconfirmed: the server may have accepted it; sending it again could deliver it twice.
      state text not null check (state in ('waiting', 'sending', 'sent', 'caught', 'unconfirmed', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      claimed_at timestamptz,
      problem text,
      -- What must be open when it is sent.
      link_hash text,
      approval_id uuid,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index mails_due on mails (next_at) where state in ('waiting', 'sending');
    create index mails_by_time on mails (created_at desc, id);
  `,
};
