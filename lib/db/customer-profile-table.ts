import type { Migration } from "@/lib/postgres/migrate";

export const CUSTOMER_PROFILES: Migration = {
  name: "028-customer-profiles",
  sql: `
    -- What a customer's next card is filled in with, sealed.
    create table customer_profiles (
      customer_id text primary key,
      sealed text not null,
      saved_at timestamptz not null default now()
    );
    create index customer_profiles_by_time on customer_profiles (saved_at);
  `,
};
