import "server-only";
import pg from "pg";
import { BackupError } from "./backup-error";
import type { Row, Source, Table } from "./backup-format";
import { listTables, readTables, setTextForms } from "./read-database";
import { findDifference, RowSummary, type TableSummary } from "./summarize-rows";

/**
 * Replaces all rows of a database that has the source's tables, within the caller's transaction, and compares what is
 * then in it with what was read.
 */
export async function loadDatabase(
  client: pg.ClientBase,
  source: Source,
): Promise<Record<string, TableSummary>> {
  const { tables, sequences } = source.header;
  await requireSameTables(client, tables);
  await setTextForms(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // They would count rows that are counted already, and refuse to empty the audit log.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const rebuild = await dropConstraintsAndIndexes(client);
  await client.query(`truncate ${names.join(", ")}`);
  const read = await insertParts(client, source);
  for (const statement of rebuild) await client.query(statement);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, column, value, isCalled } of sequences)
    await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)", [
      table,
      column,
      value,
      isCalled,
    ]);
  const stored = await summarize(client, tables);
  const changed = findDifference(read, stored);
  if (changed)
    throw new BackupError(`The rows of ${changed} differ from their source after they were written.`);
  return stored;
}

async function requireSameTables(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  const here = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join()]));
  for (const { name, columns } of tables) {
    if (here.get(name) !== columns.join())
      throw new BackupError(`The table ${name} differs from the one that this version of Cardwell creates.`);
    here.delete(name);
  }
  const [missing] = here.keys();
  if (missing) throw new BackupError(`The table ${missing} is missing in the backup.`);
}

/**
 * Foreign keys would need every row in a certain order, and indexes are built faster at once. Returns the statements
 * that create them again.
 */
async function dropConstraintsAndIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ remove: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f'
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  for (const { remove } of rows) await client.query(remove);
  // Foreign keys last: checking them uses the indexes.
  return rows.map(({ restore }) => restore).sort((one, other) => (one < other ? 1 : -1));
}

async function insertParts(client: pg.ClientBase, source: Source): Promise<Record<string, TableSummary>> {
  const summary = new RowSummary();
  const tables = new Map(source.header.tables.map((table) => [table.name, table]));
  let insert = async (_: readonly Row[]): Promise<void> => {
    throw new Error("Rows without a table");
  };
  for await (const part of source.parts()) {
    if ("table" in part) {
      const table = tables.get(part.table);
      if (!table)
        throw new BackupError(`The backup has rows of ${part.table}, which is not among its tables.`);
      summary.startTable(part.table);
      insert = await prepareInsert(client, table);
    } else {
      for (const row of part.rows) summary.add(row, JSON.stringify(row));
      await insert(part.rows);
    }
  }
  return summary.tables;
}

/** One array per column: the statement stays the same for every batch. */
async function prepareInsert(
  client: pg.ClientBase,
  { name, columns }: Table,
): Promise<(rows: readonly Row[]) => Promise<void>> {
  const { rows: types } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0`,
    [pg.escapeIdentifier(name)],
  );
  const typeOf = new Map(types.map((column) => [column.name, column.type]));
  const list = columns.map(pg.escapeIdentifier);
  const text = `insert into ${pg.escapeIdentifier(name)} (${list.join(", ")}) overriding system value
    select ${columns.map((column, at) => `v.${list[at]}::${typeOf.get(column)}`).join(", ")}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(", ")}) as v(${list.join(", ")})`;
  return async (rows) => {
    await client.query(
      text,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    );
  };
}

export async function summarize(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<Record<string, TableSummary>> {
  const summary = new RowSummary();
  for await (const part of readTables(client, tables)) {
    if ("table" in part) summary.startTable(part.table);
    else for (const row of part.rows) summary.add(row, JSON.stringify(row));
  }
  return summary.tables;
}
