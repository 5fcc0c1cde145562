import type { Migration } from "@/lib/postgres/migrate";

export const OPERATION_ATTEMPTS: Migration = {
  name: "016-operation-attempts",
  sql: `
    -- When the issuer's records are next read to find out what became of it; null when there is nothing to find out.
    -- "attempts" counts only readings that could not tell. The few open rows are found by operations_open.
    alter table operations add column next_attempt_at timestamptz;
    update operations set next_attempt_at = now() where state in ('begun', 'unknown');
  `,
};

export const OPERATIONS_ALWAYS_DUE: Migration = {
  name: "024-operations-always-due",
  sql: `
    -- For dashboards of an earlier version, which don't know the column: an action takes seven minutes at most.
    alter table operations alter column next_attempt_at set default now() + interval '7 minutes';
    -- After six readings, null means that it is left to a person.
    update operations set next_attempt_at = begun_at + interval '7 minutes'
    where state in ('begun', 'unknown') and next_attempt_at is null and attempts < 6;
  `,
};

export const OPERATIONS_SENT: Migration = {
  name: "029-operations-sent",
  sql: `
    -- When the request was last sent, written just before it; null while nothing was, and for dashboards of an earlier
    -- version.
    alter table operations add column sent_at timestamptz;
    -- What was sent can't be opened any more, so the issuer's records can't be searched for it.
    alter table operations add column is_evidence_unreadable boolean not null default false;
  `,
};

export const ISSUER_GATE: Migration = {
  name: "020-issuer-gate",
  sql: `
    -- One row: what dashboards on this database tell each other about the issuer.
    create table issuer_gate (
      id boolean primary key default true check (id),
      -- Grows with each move of the breaker.
      version bigint not null default 0,
      -- The issuer wants no call before this.
      not_before timestamptz,
      -- The breaker is open until then; null when it is closed.
      open_until timestamptz,
      -- One dashboard tries until then whether the issuer is back.
      probe_until timestamptz
    );
    insert into issuer_gate default values;
  `,
};
