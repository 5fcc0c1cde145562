import type { Migration } from "@/lib/postgres/migrate";

export const CARD_TEMPLATES: Migration = {
  name: "048-card-templates",
  sql: `
    -- What new cards start from. No column is about a cardholder.
    create table card_templates (
      id uuid primary key,
      name text not null,
      -- The name as it is compared: the database's lower() knows only ASCII in some locales.
      name_key text not null unique,
      customer_type text not null check (customer_type in ('Consumer', 'Business')),
      card_type text not null check (card_type in ('virtual', 'physical')),
      card_design text not null default '',
      spend_limit text not null default '',
      expiry_months integer check (expiry_months between 1 and 1200),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      changed_by uuid not null references people,
      changed_at timestamptz not null default now()
    );
  `,
};
