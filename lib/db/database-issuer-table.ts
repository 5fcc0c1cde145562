import type { Migration } from "@/lib/postgres/migrate";

export const DATABASE_ISSUER: Migration = {
  name: "015-database-issuer",
  sql: `
    -- The issuer that everything here is about: one row, written at the first start and checked at every other.
    create table database_issuer (
      id boolean primary key default true check (id),
      mode text not null check (mode in ('sandbox', 'live')),
      origin text not null,
      since timestamptz not null default now()
    );
    -- Demo people, and what only a sandbox can do, give an older database away.
    insert into database_issuer (mode, origin)
    select 'sandbox', 'http://localhost'
    where exists (select 1 from people where is_demo)
       or exists (select 1 from audit where action like 'sandbox.%' and outcome = 'succeeded');
  `,
};
