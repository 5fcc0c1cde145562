import type pg from "pg";

/** How to write one property of a record: its column, the column's type, and the value. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => unknown];

/** One statement for many rows: an array parameter a column. */
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
