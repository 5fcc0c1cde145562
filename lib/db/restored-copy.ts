import "server-only";
import type pg from "pg";

/** SQL: the database was restored from a backup, and the one that the backup is of may still be running. */
export const IS_RESTORED_COPY = "exists (select from restored_copy)";

/** For people, where something isn't sent. */
export const NOT_ACTIVATED = "This restored copy sends nothing until an admin activates it.";

export async function markRestoredCopy(db: pg.Pool): Promise<void> {
  await db.query(
    "insert into restored_copy default values on conflict (is_only) do update set restored_at = excluded.restored_at",
  );
}

/** Null if it isn't one, or was activated. */
export async function findRestoredAt(db: pg.Pool | pg.ClientBase): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>("select restored_at as at from restored_copy");
  return rows[0]?.at ?? null;
}

/** Null if it isn't one, or a colleague has activated it. */
export async function activateCopy(client: pg.ClientBase): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date }>("delete from restored_copy returning restored_at as at");
  return rows[0]?.at ?? null;
}
