import "server-only";
import type pg from "pg";
import {
  ALL_VIEW,
  type DefaultChoice,
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  orderViews,
  type SavedView,
  type SavedViews,
  type ViewList,
} from "@/lib/domain/views/saved-view";
import { findTakenError } from "@/lib/domain/views/view-name";
import { pool } from "./database";
import { rowContext, sealText, unsealText } from "./seal";

/** With what an action needs to say about it. */
export type StoredView = SavedView & { list: ViewList; changedById: string; changedByName: string };

type Arrangement = { view_order: string[]; default_view_id: string | null; is_default_all: boolean };

/** Without its secret. A condition that no list has, so that the view says so instead of showing all rows. */
const UNREADABLE = { name: "Unreadable", query: "filters=unreadable" };

const sealName = (id: string, name: string) => sealText(name, rowContext("saved_views.name", id));
const sealQuery = (id: string, query: string) => sealText(query, rowContext("saved_views.query", id));
const unsealName = (id: string, sealed: string) =>
  unsealText(sealed, rowContext("saved_views.name", id)) ?? UNREADABLE.name;

function unsealView(row: StoredView): StoredView {
  const { id, name, query } = row;
  return {
    ...row,
    name: unsealName(id, name),
    query: unsealText(query, rowContext("saved_views.query", id)) ?? UNREADABLE.query,
  };
}

const COLUMNS = `v.id, v.list, v.name, v.query, v.owner_id as "ownerId", o.name as "ownerName",
    v.is_shared as "isShared", v.is_team_default as "isTeamDefault", v.version, v.changed_by as "changedById", c.name as "changedByName"
  from saved_views v join people o on o.id = v.owner_id join people c on c.id = v.changed_by`;

/** The person's own views and the shared ones, in the person's order, oldest first. */
export async function readSavedViews(personId: string, list: ViewList): Promise<SavedViews> {
  const db = await pool();
  const [{ rows: views }, { rows: arrangements }] = await Promise.all([
    db.query<StoredView>(
      `select ${COLUMNS} where v.list = $2 and (v.owner_id = $1 or v.is_shared) and v.deleted_at is null
       order by v.created_at, v.id`,
      [personId, list],
    ),
    db.query<Arrangement>(
      `select view_order, default_view_id, is_default_all from view_arrangements
       where person_id = $1 and list = $2`,
      [personId, list],
    ),
  ]);
  const [arrangement] = arrangements;
  return {
    views: orderViews(views.map(unsealView), arrangement?.view_order ?? []),
    defaultChoice: arrangement?.is_default_all ? ALL_VIEW : (arrangement?.default_view_id ?? null),
  };
}

/** Of those that the person sees, also of deleted ones that can still be restored. */
export async function findViewNames(
  personId: string,
  ids: readonly string[],
): Promise<Pick<StoredView, "id" | "list" | "name">[]> {
  if (ids.length === 0) return [];
  const { rows } = await (await pool()).query<Pick<StoredView, "id" | "list" | "name">>(
    "select id, list, name from saved_views where id = any($2::uuid[]) and (owner_id = $1 or is_shared)",
    [personId, ids],
  );
  return rows.map((row) => ({ ...row, name: unsealName(row.id, row.name) }));
}

/** Locked until the transaction ends, so that two changes come one after the other. */
export async function lockView(client: pg.PoolClient, id: string): Promise<StoredView | null> {
  const { rows } = await client.query<StoredView>(
    `select ${COLUMNS} where v.id = $1 and v.deleted_at is null for update of v`,
    [id],
  );
  return rows[0] ? unsealView(rows[0]) : null;
}

/** A view that this person deleted, locked. */
export async function lockDeletedView(
  client: pg.PoolClient,
  { id, personId }: { id: string; personId: string },
): Promise<StoredView | null> {
  const { rows } = await client.query<StoredView>(
    `select ${COLUMNS} where v.id = $1 and v.deleted_at is not null and v.deleted_by = $2 for update of v`,
    [id, personId],
  );
  return rows[0] ? unsealView(rows[0]) : null;
}

/** Until the transaction ends, nobody else adds, shares, or renames a view of this list. */
export async function lockList(client: pg.PoolClient, list: ViewList): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('saved-views'), hashtext($1))", [list]);
}

type Place = { list: ViewList; personId: string };

/** Why a person can't have one more view; null if they can. Call `lockList` first. */
export async function findSaveProblem(
  client: pg.PoolClient,
  { list, personId, isShared }: Place & { isShared: boolean },
): Promise<string | null> {
  const { rows } = await client.query<{ own: number; shared: number }>(
    `select count(*) filter (where owner_id = $2)::int as own, count(*) filter (where is_shared)::int as shared
     from saved_views where list = $1 and deleted_at is null`,
    [list, personId],
  );
  const { own = 0, shared = 0 } = rows[0] ?? {};
  if (own >= MAX_OWN_VIEWS)
    return `You can have at most ${MAX_OWN_VIEWS} views of a list. Delete one that you no longer need.`;
  return isShared && shared >= MAX_SHARED_VIEWS ? TOO_MANY_SHARED : null;
}

export async function findShareProblem(client: pg.PoolClient, list: ViewList): Promise<string | null> {
  const { rows } = await client.query<{ shared: number }>(
    "select count(*)::int as shared from saved_views where list = $1 and is_shared and deleted_at is null",
    [list],
  );
  return (rows[0]?.shared ?? 0) >= MAX_SHARED_VIEWS ? TOO_MANY_SHARED : null;
}

const TOO_MANY_SHARED = `A list can have at most ${MAX_SHARED_VIEWS} shared views. Stop sharing one that the team no longer needs.`;

type Named = Place & { name: string; isShared: boolean; exceptId?: string | null };

/**
 * A shared view is compared only with shared ones: whoever renames it must not find out what its owner's own views are
 * called.
 */
export async function findNameProblem(
  client: pg.PoolClient,
  { list, personId, name, isShared, exceptId = null }: Named,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from saved_views
     where list = $1 and id is distinct from $2 and deleted_at is null and is_shared = $3 and ($3 or owner_id = $4)`,
    [list, exceptId, isShared, personId],
  );
  const others = rows.map((row) => ({ name: unsealName(row.id, row.name), isShared }));
  return findTakenError(name, others, isShared);
}

type NewView = Place & { id: string; name: string; query: string; isShared: boolean };

export async function insertView(
  client: pg.PoolClient,
  { id, list, personId, name, query, isShared }: NewView,
): Promise<void> {
  await client.query(
    `insert into saved_views (id, list, name, query, owner_id, is_shared, changed_by)
     values ($1, $2, $3, $4, $5, $6, $5)`,
    [id, list, sealName(id, name), sealQuery(id, query), personId, isShared],
  );
}

type ViewChange = { id: string; personId: string; name: string; query: string; isShared: boolean };

/** A view that isn't shared can't be the team's default. Returns the new version. */
export async function updateView(
  client: pg.PoolClient,
  { id, personId, name, query, isShared }: ViewChange,
): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `update saved_views set name = $2, query = $3, is_shared = $4, is_team_default = is_team_default and $4,
       version = version + 1, changed_by = $5, changed_at = now()
     where id = $1 returning version`,
    [id, sealName(id, name), sealQuery(id, query), isShared, personId],
  );
  return rows[0]?.version ?? 0;
}

/** Until it is pruned, it can be restored. It stays the default of those who chose it, but nobody sees it. */
export async function deleteView(
  client: pg.PoolClient,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  await client.query("update saved_views set deleted_at = now(), deleted_by = $2 where id = $1", [
    id,
    personId,
  ]);
}

export async function restoreView(client: pg.PoolClient, id: string): Promise<void> {
  await client.query("update saved_views set deleted_at = null, deleted_by = null where id = $1", [id]);
}

export async function saveViewOrder(
  client: pg.PoolClient,
  { list, personId, order }: Place & { order: readonly string[] },
): Promise<void> {
  await client.query(
    `insert into view_arrangements (person_id, list, view_order) values ($1, $2, $3::uuid[])
     on conflict (person_id, list) do update set view_order = excluded.view_order`,
    [personId, list, order],
  );
}

export async function saveDefault(
  client: pg.PoolClient,
  { list, personId, choice }: Place & { choice: DefaultChoice },
): Promise<void> {
  await client.query(
    `insert into view_arrangements (person_id, list, default_view_id, is_default_all) values ($1, $2, $3, $4)
     on conflict (person_id, list) do update set
       default_view_id = excluded.default_view_id, is_default_all = excluded.is_default_all`,
    [personId, list, choice === ALL_VIEW ? null : choice, choice === ALL_VIEW],
  );
}

export async function findTeamDefault(client: pg.PoolClient, list: ViewList): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    "select id from saved_views where list = $1 and is_team_default",
    [list],
  );
  return rows[0]?.id ?? null;
}

type TeamDefault = { list: ViewList; viewId: string; isDefault: boolean };

/** Call `lockList` first. */
export async function saveTeamDefault(
  client: pg.PoolClient,
  { list, viewId, isDefault }: TeamDefault,
): Promise<void> {
  // A colleague may have chosen another one by now, which ending this one must not end.
  await client.query(
    "update saved_views set is_team_default = false where list = $1 and is_team_default and ($3 or id = $2)",
    [list, viewId, isDefault],
  );
  if (isDefault) await client.query("update saved_views set is_team_default = true where id = $1", [viewId]);
}
