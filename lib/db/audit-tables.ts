import type { Migration } from "@/lib/postgres/migrate";

export const AUDIT_VERIFICATION: Migration = {
  name: "018-audit-verification",
  sql: `
      -- Through which row the audit chain was verified, that row's hash, and how far the slow pass through all is.
      create table audit_verification (
        id boolean primary key default true check (id),
        seq bigint not null default 0,
        hash text not null default '',
        checked_at timestamptz,
        whole_seq bigint,
        whole_hash text,
        whole_at timestamptz,
        broken_at bigint,
        why text
      );
      insert into audit_verification default values;
    `,
};
