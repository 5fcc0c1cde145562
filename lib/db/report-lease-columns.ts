import type { Migration } from "@/lib/postgres/migrate";

export const REPORT_LEASES: Migration = {
  name: "023-report-leases",
  sql: `
    -- Who holds the lease: whoever has lost it changes nothing any more.
    alter table report_captures add column holder uuid;
    -- How often the issuer was asked in vain since the request was queued.
    alter table report_requests add column tries integer not null default 0;
  `,
};
