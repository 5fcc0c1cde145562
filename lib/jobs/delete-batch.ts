import type pg from "pg";

/** Deletes a limited number of rows, so that no statement holds locks for long. Returns the number of deleted rows. */
export async function deleteBatch(
  client: pg.Pool | pg.PoolClient,
  table: string,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${limit}))`,
    [...values],
  );
  return rowCount ?? 0;
}
