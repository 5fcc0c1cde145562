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

export const AUDIT_BY_ID: Migration = {
  name: "032-audit-by-id",
  steps: [
    {
      run: [
        "drop index concurrently if exists audit_by_hash",
        "create index concurrently audit_by_hash on audit (hash)",
      ],
    },
    {
      run: [
        "drop index concurrently if exists audit_by_issuer_request",
        "create index concurrently audit_by_issuer_request on audit ((body::jsonb #>> '{issuer,requestId}'))",
      ],
    },
    {
      run: [
        "drop index concurrently if exists operations_by_error_reference",
        "create index concurrently operations_by_error_reference on operations ((result #>> '{error,requestId}'))",
      ],
    },
  ],
};
