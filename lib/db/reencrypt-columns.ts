import "server-only";
import type pg from "pg";
import { keysFor } from "./keys";
import { currentPrefixes } from "./seal";
import { nameOf, reencrypt, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

/** The number of rows per step. File chunks have up to a quarter of a megabyte each. */
const BATCH_ROWS = { json: 200, text: 200, bytes: 20 } as const;

/** The progress of a pass through all rows of a column, in key order. */
type EncryptionPass = { cursor: string[] | null; reencrypted: number; unreadable: number };

/** `value` is null if there is nothing to encrypt. */
type Row = { key: string[]; bound: string[]; value: string | Buffer | null; digest: string };

type Replacement = { key: string[]; digest: string; sealed: string | Buffer };

export type SealState = {
  /** All values use the current secret, except those that can't be decrypted. */
  isComplete: boolean;
  /** The number of values that no configured secret can decrypt. */
  unreadable: number;
};

/**
 * Encrypts a batch of values that are in plain text or use a previous secret with the current one. Returns false if the
 * last complete pass found nothing to re-encrypt and is not older than `recheckSeconds`.
 */
export async function reencryptBatch(
  db: pg.Pool,
  column: SealedColumn,
  recheckSeconds: number,
): Promise<boolean> {
  const pass = await findPass(db, column, recheckSeconds);
  if (!pass) return false;
  const rows = await readBatch(db, column, pass.cursor);
  let { reencrypted, unreadable } = pass;
  const replacements: Replacement[] = [];
  for (const { key, bound, value, digest } of rows) {
    const sealed = value === null ? null : reencrypt(column, value, bound);
    if (sealed !== null) replacements.push({ key, digest, sealed });
    else if (value !== null) unreadable += 1;
  }
  await replaceValues(db, column, replacements);
  reencrypted += replacements.length;
  if (rows.length < BATCH_ROWS[column.kind]) await endPass(db, column, { reencrypted, unreadable });
  else await continuePass(db, column, { cursor: rows.at(-1)?.key ?? null, reencrypted, unreadable });
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

/** The end of the oldest last pass over a column; null before the first. */
export async function readCheckedAt(db: pg.Pool): Promise<Date | null> {
  const { rows } = await db.query<{ checkedAt: Date | null }>(
    `select min(clean_at) as "checkedAt" from seal_walks where key_id = $1`,
    [keysFor("data")[0].id],
  );
  return rows[0]?.checkedAt ?? null;
}

async function findPass(
  db: pg.Pool,
  column: SealedColumn,
  recheckSeconds: number,
): Promise<EncryptionPass | null> {
  // Starts over if the current secret has changed.
  await db.query(
    `insert into seal_walks as w (column_name, key_id) values ($1, $2)
     on conflict (column_name) do update set key_id = excluded.key_id, cursor = null, resealed = 0, unreadable = 0, clean_at = null
     where w.key_id <> excluded.key_id`,
    [nameOf(column), keysFor("data")[0].id],
  );
  const { rows } = await db.query<EncryptionPass>(
    `select cursor, resealed as reencrypted, unreadable from seal_walks
     where column_name = $1 and (clean_at is null or clean_at <= now() - make_interval(secs => $2))`,
    [nameOf(column), recheckSeconds],
  );
  return rows[0] ?? null;
}

async function readBatch(db: pg.Pool, column: SealedColumn, cursor: string[] | null): Promise<Row[]> {
  const keys = Object.keys(column.key);
  const prefixes = currentPrefixes();
  const isCurrent =
    column.kind === "bytes"
      ? `substring(${column.column} from 1 for ${prefixes.bytes.length}) = $1`
      : `(${column.column} = '' or starts_with(${column.column}, $1))`;
  const after = keys.map((name, index) => `$${index + 2}::${column.key[name]}`);
  const { rows } = await db.query<Row>(
    `select array[${keys.map(asText)}] as key, array[${column.boundTo.map(asText)}]::text[] as bound,
            case when not ${isCurrent} then ${column.column} end as value,
            case when not ${isCurrent} then ${digestOf(column)} end as digest
     from ${column.table} ${cursor ? `where (${keys}) > (${after})` : ""}
     order by ${keys} limit ${BATCH_ROWS[column.kind]}`,
    [column.kind === "bytes" ? prefixes.bytes : prefixes.text, ...(cursor ?? [])],
  );
  return rows;
}

/** Skips rows that have changed since they were read, because their new value is already encrypted. */
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

async function continuePass(db: pg.Pool, column: SealedColumn, pass: EncryptionPass): Promise<void> {
  await db.query(
    "update seal_walks set cursor = $2, resealed = $3, unreadable = $4 where column_name = $1 and key_id = $5",
    [nameOf(column), JSON.stringify(pass.cursor), pass.reencrypted, pass.unreadable, keysFor("data")[0].id],
  );
}

/**
 * A pass is complete only if it found nothing to re-encrypt, because an instance with the previous secret may still be
 * writing.
 */
async function endPass(
  db: pg.Pool,
  column: SealedColumn,
  pass: Omit<EncryptionPass, "cursor">,
): Promise<void> {
  await db.query(
    `update seal_walks set cursor = null, resealed = 0, unreadable = 0, unreadable_at_end = $2,
       clean_at = case when $3 = 0 then now() end
     where column_name = $1 and key_id = $4`,
    [nameOf(column), pass.unreadable, pass.reencrypted, keysFor("data")[0].id],
  );
}

function asText(name: string): string {
  return `${name}::text`;
}
