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
