import type { Migration } from "@/lib/postgres/migrate";

export const ALERTS: Migration = {
  name: "052-alerts",
  sql: `
    create table alert_channels (
      id uuid primary key,
      kind text not null check (kind in ('mail', 'webhook', 'slack')),
      name text not null,
      -- Sealed: a URL or a secret lets anyone write to the channel, and addresses are personal data.
      target text not null,
      -- Null for everything, also what later versions add.
      topics text[],
      is_paused boolean not null default false,
      created_at timestamptz not null default now()
    );

    -- Until opened_at it was seen, but not for long enough to tell anyone.
    create table alerts (
      id uuid primary key,
      condition text not null,
      subject text not null,
      detail text not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      good_since timestamptz,
      opened_at timestamptz,
      cleared_at timestamptz
    );
    create unique index alerts_ongoing on alerts (condition, subject) where cleared_at is null;
    create index alerts_by_time on alerts (opened_at desc, id) where opened_at is not null;

    create table alert_deliveries (
      id uuid primary key,
      -- A channel gets its messages in this order.
      number bigint generated always as identity,
      channel_id uuid not null references alert_channels on delete cascade,
      alert_id uuid references alerts on delete cascade,
      event text not null check (event in ('opened', 'cleared', 'head', 'test')),
      message text not null,
      state text not null check (state in ('waiting', 'sending', 'sent', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      claimed_at timestamptz,
      problem text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create unique index alert_deliveries_once on alert_deliveries (channel_id, alert_id, event);
    create index alert_deliveries_due on alert_deliveries (channel_id, number) where state in ('waiting', 'sending');
    create index alert_deliveries_newest on alert_deliveries (channel_id, number desc);
    create index alert_deliveries_of_alert on alert_deliveries (alert_id);

    -- One row: what all copies share.
    create table alert_watch (
      is_only boolean primary key default true check (is_only),
      checked_at timestamptz not null default '-infinity',
      head_at timestamptz
    );
    insert into alert_watch default values;

    -- An alert goes to addresses that needn't belong to people of the team.
    alter table mails alter column person_id drop not null;
    alter table mails add column alert_delivery_id uuid;
    create index mails_of_alerts on mails (alert_delivery_id) where alert_delivery_id is not null;
  `,
};
