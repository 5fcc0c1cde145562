import type { Migration } from "@/lib/postgres/migrate";

export const UNANSWERED_ASKS: Migration = {
  name: "060-unanswered-asks",
  sql: `
    -- A row is written before the issuer is asked, and has no reference until the issuer's response, which may be lost.
    create unique index report_asks_by_reference on report_asks (reference_id);
    alter table report_asks
      drop constraint report_asks_pkey,
      alter column reference_id drop not null,
      add column id uuid not null default gen_random_uuid() primary key,
      -- When an event answered it; null while one may come.
      add column answered_at timestamptz;
    update report_asks a set answered_at = now()
    where exists (select from report_captures c where c.request_id = a.request_id);
    create index report_asks_of_request on report_asks (request_id, asked_at);
    create index report_asks_unanswered on report_asks (asked_at) where answered_at is null;
  `,
};
