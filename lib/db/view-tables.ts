import type { Migration } from "@/lib/postgres/migrate";

export const VIEWS: Migration = {
  name: "045-views",
  sql: `
    -- A name for the parameters of a list's URL.
    create table saved_views (
      id uuid primary key,
      list text not null,
      name text not null,
      query text not null,
      owner_id uuid not null references people,
      is_shared boolean not null default false,
      -- What the list opens with for everyone who hasn't chosen a default.
      is_team_default boolean not null default false check (is_shared or not is_team_default),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      changed_by uuid not null references people,
      changed_at timestamptz not null default now()
    );
    create index saved_views_of_owner on saved_views (owner_id, list);
    create index saved_views_shared on saved_views (list) where is_shared;
    create unique index saved_views_team_default on saved_views (list) where is_team_default;

    -- How one person has arranged the views of one list.
    create table view_arrangements (
      person_id uuid not null references people on delete cascade,
      list text not null,
      view_order uuid[] not null default '{}',
      -- A deleted view is nobody's default any more.
      default_view_id uuid references saved_views on delete set null,
      -- The list itself, even if the team has a default.
      is_default_all boolean not null default false,
      primary key (person_id, list)
    );
    create index view_arrangements_by_default on view_arrangements (default_view_id);
  `,
};

export const DELETED_VIEWS: Migration = {
  name: "049-deleted-views",
  sql: `
    -- For a day, so that whoever deleted a view can undo it with everyone's defaults and order.
    alter table saved_views add column deleted_at timestamptz;
    alter table saved_views add column deleted_by uuid references people;
    create index saved_views_deleted on saved_views (deleted_at) where deleted_at is not null;
  `,
};
