import "server-only";
import type pg from "pg";
import { keysFor } from "./keys";
import { currentMarks } from "./seal";
import { nameOf, reseal, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

/** How many rows one step looks at. Those of files hold up to a quarter of a megabyte each. */
const WINDOW_ROWS = { json: 500, text: 500, bytes: 40 } as const;

/** A walk through all rows of a column, in the order of its key. */
type Walk = { cursor: string[] | null; resealed: number; unreadable: number };

type Row = { key: string[]; bound: string[]; value: string | Buffer | null };

export type SealState = {
  /** Every value was seen to be sealed with the current secret, those that can't be opened aside. */
  isComplete: boolean;
  /** Values that do not open with any secret of this server. */
  unreadable: number;
};

/**
 * Takes one step of a walk: what is in clear or sealed with a previous secret is sealed with the current one. False
 * when the last whole walk found nothing to do and is not older than `recheckSeconds`.
 */
export async function resealStep(
  db: pg.Pool,
  column: SealedColumn,
  recheckSeconds: number,
): Promise<boolean> {
  const walk = await findWalk(db, column, recheckSeconds);
  if (!walk) return false;
  const rows = await readWindow(db, column, walk.cursor);
  let { resealed, unreadable } = walk;
  for (const { key, bound, value } of rows) {
    if (value === null) continue;
    const sealed = reseal(column, value, bound);
    if (sealed === null) unreadable += 1;
    else {
      await replaceValue(db, column, key, value, sealed);
      resealed += 1;
    }
  }
  if (rows.length < WINDOW_ROWS[column.kind]) await endWalk(db, column, { resealed, unreadable });
  else await continueWalk(db, column, { cursor: rows.at(-1)?.key ?? null, resealed, unreadable });
  return true;
}

export async function sealState(db: pg.Pool): Promise<SealState> {
  const { rows } = await db.query<{ column_name: string; unreadable: number }>(
    "select column_name, unreadable_at_end as unreadable from seal_walks where key_id = $1 and clean_at is not null",
    [keysFor("data")[0].id],
  );
  const clean = new Set(rows.map(({ column_name }) => column_name));
  return {
    isComplete: SEALED_COLUMNS.every((column) => clean.has(nameOf(column))),
    unreadable: rows.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

async function findWalk(db: pg.Pool, column: SealedColumn, recheckSeconds: number): Promise<Walk | null> {
  // Another secret has become the current one: everything is looked at again.
  await db.query(
    `insert into seal_walks as w (column_name, key_id) values ($1, $2)
     on conflict (column_name) do update set key_id = excluded.key_id, cursor = null, resealed = 0, unreadable = 0, clean_at = null
     where w.key_id <> excluded.key_id`,
    [nameOf(column), keysFor("data")[0].id],
  );
  const { rows } = await db.query<Walk>(
    `select cursor, resealed, unreadable from seal_walks
     where column_name = $1 and (clean_at is null or clean_at <= now() - make_interval(secs => $2))`,
    [nameOf(column), recheckSeconds],
  );
  return rows[0] ?? null;
}

async function readWindow(db: pg.Pool, column: SealedColumn, cursor: string[] | null): Promise<Row[]> {
  const keys = Object.keys(column.key);
  const marks = currentMarks();
  const isCurrent =
    column.kind === "bytes"
      ? `substring(${column.column} from 1 for ${marks.bytes.length}) = $1`
      : `starts_with(${column.column}, $1)`;
  const after = keys.map((name, index) => `$${index + 2}::${column.key[name]}`);
  const { rows } = await db.query<Row>(
    `select array[${keys.map(asText)}] as key, array[${column.boundTo.map(asText)}]::text[] as bound,
            case when not ${isCurrent} then ${column.column} end as value
     from ${column.table} ${cursor ? `where (${keys}) > (${after})` : ""}
     order by ${keys} limit ${WINDOW_ROWS[column.kind]}`,
    [column.kind === "bytes" ? marks.bytes : marks.text, ...(cursor ?? [])],
  );
  return rows;
}

/** Only while the row holds what was read: a newer value was sealed by whoever wrote it. */
async function replaceValue(
  db: pg.Pool,
  { table, column, key: types }: SealedColumn,
  key: string[],
  value: string | Buffer,
  sealed: string | Buffer,
): Promise<void> {
  const isRow = Object.entries(types).map(([name, type], index) => `${name} = $${index + 3}::${type}`);
  await db.query(`update ${table} set ${column} = $1 where ${column} = $2 and ${isRow.join(" and ")}`, [
    sealed,
    value,
    ...key,
  ]);
}

async function continueWalk(db: pg.Pool, column: SealedColumn, walk: Walk): Promise<void> {
  await db.query(
    "update seal_walks set cursor = $2, resealed = $3, unreadable = $4 where column_name = $1 and key_id = $5",
    [nameOf(column), JSON.stringify(walk.cursor), walk.resealed, walk.unreadable, keysFor("data")[0].id],
  );
}

/** Only a walk that found nothing proves that nothing is left: a dashboard with the previous secret may still write. */
async function endWalk(db: pg.Pool, column: SealedColumn, walk: Omit<Walk, "cursor">): Promise<void> {
  await db.query(
    `update seal_walks set cursor = null, resealed = 0, unreadable = 0, unreadable_at_end = $2,
       clean_at = case when $3 = 0 then now() end
     where column_name = $1 and key_id = $4`,
    [nameOf(column), walk.unreadable, walk.resealed, keysFor("data")[0].id],
  );
}

function asText(name: string): string {
  return `${name}::text`;
}
