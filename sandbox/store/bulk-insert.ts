import type pg from "pg";

/** Maps one property of a record to a typed column. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => unknown];

/** Inserts all rows in one statement, with one array parameter per column. */
export async function bulkInsert<Row>(
  client: pg.ClientBase,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(([name]) => name).join(", ");
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ");
  await client.query(
    `insert into ${table} (${names}) select * from unnest(${arrays})`,
    columns.map(([, , value]) => rows.map(value)),
  );
}
