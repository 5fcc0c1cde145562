import type { Migration } from "@/lib/postgres/migrate";

export const RESTORED_COPY: Migration = {
  name: "078-restored-copy",
  sql: `
    -- One row from a restore until an admin activates the copy; until then it sends nothing.
    create table restored_copy (
      is_only boolean primary key default true check (is_only),
      restored_at timestamptz not null default now()
    );
  `,
};
