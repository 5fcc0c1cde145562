import "server-only";
import pg from "pg";
import { verifyChain } from "@/lib/audit/verify";
import { findOwner } from "@/lib/db/issuer-identity";
import { UNFINISHED_TABLE } from "@/lib/db/unfinished-load";
import { inTransaction } from "@/lib/postgres/open-database";
import { BackupError } from "./backup-error";
import {
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type Part,
  type Row,
  type Source,
  type Table,
} from "./backup-format";

/** About this much is in memory at a time. */
const BATCH_CHARACTERS = 1_000_000;
const MAX_BATCH_ROWS = 5_000;
const FIRST_BATCH_ROWS = 10;
/** Small files of reports may be followed by large ones, of up to half a megabyte in each row. */
const MAX_BATCH_ROWS_WITH_BYTES = 20;

/** Both engines write every value in the same way, and a long transaction is not ended. */
const SESSION = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
`;

const READ_ONLY_SNAPSHOT = `set transaction isolation level repeatable read, read only; ${SESSION}`;

/** Leaves the values in the text form in which the server sends them. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

/** Reads one snapshot of the whole database, while others write. */
export async function withSnapshot<T>(db: pg.Pool, use: (source: Source) => Promise<T>): Promise<T> {
  const names = (await listTables(db)).map(({ name }) => pg.escapeIdentifier(name));
  return inTransaction(
    db,
    async (client) => {
      // Before the first query, which takes the snapshot: a table that a migration rewrites after that is empty in it.
      if (names.length > 0) await client.query(`lock table ${names.join(", ")} in access share mode`);
      const header = await readHeader(client);
      return use({ header, parts: () => readTables(client, header.tables) });
    },
    READ_ONLY_SNAPSHOT,
  );
}

/** For a transaction that writes and then reads what it has written. */
export async function setTextForms(client: pg.ClientBase): Promise<void> {
  await client.query(SESSION);
}

export async function* readTables(client: pg.ClientBase, tables: readonly Table[]): AsyncGenerator<Part> {
  for (const table of tables) {
    yield { table: table.name };
    yield* readRows(client, table);
  }
}

/** With a cursor, because the embedded engine would return a whole table at once. */
async function* readRows(client: pg.ClientBase, { name, columns }: Table): AsyncGenerator<Part> {
  const list = columns.map(pg.escapeIdentifier).join(", ");
  await client.query(
    `declare backup_rows no scroll cursor for select ${list} from ${pg.escapeIdentifier(name)}`,
  );
  for (let batch = FIRST_BATCH_ROWS; ; ) {
    const { rows, fields } = await client.query<Row>({
      text: `fetch forward ${batch} from backup_rows`,
      rowMode: "array",
      types: AS_TEXT,
    });
    if (rows.length === 0) break;
    yield { rows };
    batch = nextBatch(
      rows,
      fields.some(({ dataTypeID }) => dataTypeID === pg.types.builtins.BYTEA),
    );
  }
  await client.query("close backup_rows");
}

function nextBatch(rows: readonly Row[], hasBytes: boolean): number {
  const characters = rows.flat().reduce((sum, value) => sum + (value?.length ?? 0), 0);
  const perRow = Math.max(1, characters / rows.length);
  const maxRows = hasBytes ? MAX_BATCH_ROWS_WITH_BYTES : MAX_BATCH_ROWS;
  return Math.max(1, Math.min(maxRows, Math.floor(BATCH_CHARACTERS / perRow)));
}

async function readHeader(client: pg.PoolClient): Promise<Header> {
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "migrations"))
    throw new BackupError("This database was not set up by Cardwell, so there is nothing to back up.");
  // A table that was created in the meantime is empty in the snapshot, or locked here.
  const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
  await client.query(`lock table ${names} in access share mode`);
  const { rows: unfinished } = await client.query<{ name: string }>("select name from migration_progress");
  if (unfinished[0])
    throw new BackupError(
      `The migration ${unfinished[0].name} is not finished. Start Cardwell, wait until it is ready, and try again.`,
    );
  const { rows: migrations } = await client.query<Header["migrations"][number]>(
    "select name, checksum from migrations order by applied_at, name",
  );
  const chain = await verifyChain(client);
  const { rows: time } = await client.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    takenAt: time[0]?.now ?? "",
    migrations,
    issuer: await findOwner(client),
    audit: { ...(await readHead(client)), why: chain.isUnbroken ? null : chain.why },
    sequences: await readSequences(client),
    tables,
  };
}

async function readHead(client: pg.ClientBase): Promise<{ seq: number; hash: string }> {
  const { rows } = await client.query<{ seq: string; hash: string }>("select seq, hash from audit_head");
  return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? "" };
}

/**
 * The dashboard's own tables, without computed columns. The job queue has its own schema and is left out: it only holds
 * reminders of work that the tables describe, and every start creates it again.
 */
export async function listTables(client: pg.Pool | pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname collate "C") as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> $1
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.classid = c.tableoid and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname collate "C"`,
    [UNFINISHED_TABLE],
  );
  return rows;
}

/** Their state and not the highest ID in the table, because the IDs of deleted rows must not be used again. */
async function readSequences(client: pg.ClientBase): Promise<Header["sequences"]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
     order by c.relname collate "C", a.attname collate "C"`,
  );
  const states: Header["sequences"] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: state } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${sequence}`,
    );
    states.push({ table, column, value: state[0]?.value ?? "1", isCalled: state[0]?.is_called ?? false });
  }
  return states;
}
