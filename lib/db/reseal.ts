import "server-only";
import type pg from "pg";
import { keysFor } from "./keys";
import { currentMarks } from "./seal";
import { nameOf, reseal, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

/** How many rows one step looks at. Those of files hold up to a quarter of a megabyte each. */
const WINDOW_ROWS = { json: 200, text: 200, bytes: 20 } as const;

/** A walk through all rows of a column, in the order of its key. */
type Walk = { cursor: string[] | null; resealed: number; unreadable: number };

/** The value is null where there is nothing to seal. */
type Row = { key: string[]; bound: string[]; value: string | Buffer | null; digest: string };

type Replacement = { key: string[]; digest: string; sealed: string | Buffer };

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
  const replacements: Replacement[] = [];
  for (const { key, bound, value, digest } of rows) {
    const sealed = value === null ? null : reseal(column, value, bound);
    if (sealed !== null) replacements.push({ key, digest, sealed });
    else if (value !== null) unreadable += 1;
  }
  await replaceValues(db, column, replacements);
  resealed += replacements.length;
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
            case when not ${isCurrent} then ${column.column} end as value,
            case when not ${isCurrent} then ${digestOf(column)} end as digest
     from ${column.table} ${cursor ? `where (${keys}) > (${after})` : ""}
     order by ${keys} limit ${WINDOW_ROWS[column.kind]}`,
    [column.kind === "bytes" ? marks.bytes : marks.text, ...(cursor ?? [])],
  );
  return rows;
}

/** Only where a row holds what was read: a newer value was sealed by whoever wrote it. */
async function replaceValues(
  db: pg.Pool,
  column: SealedColumn,
  replacements: readonly Replacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const keys = Object.entries(column.key);
  const arrays = keys.map(([, type], index) => `$${index + 3}::${type}[]`);
  await db.query(
    `update ${column.table} as t set ${column.column} = v.sealed
     from unnest($1::${column.kind === "bytes" ? "bytea" : "text"}[], $2::text[], ${arrays})
       as v (sealed, digest, ${keys.map(([name]) => name)})
     where ${keys.map(([name]) => `t.${name} = v.${name}`).join(" and ")} and ${digestOf(column, "t.")} = v.digest`,
    [
      replacements.map(({ sealed }) => sealed),
      replacements.map(({ digest }) => digest),
      ...keys.map((_, index) => replacements.map(({ key }) => key[index])),
    ],
  );
}

function digestOf({ column, kind }: SealedColumn, row = ""): string {
  return `encode(sha256(${kind === "bytes" ? row + column : `convert_to(${row}${column}, 'utf8')`}), 'hex')`;
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
