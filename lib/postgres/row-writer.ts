import { openDatabase } from "./open-database";

// Test support: a separate process that opens a folder and writes rows until it is killed.

const [folder = ""] = process.argv.slice(2);
const { pool } = await openDatabase({ folder });
await pool.query("create table if not exists kept (row_number integer primary key)");
for (let row = 1; ; row++) {
  await pool.query("insert into kept values ($1)", [row]);
  process.send?.(row);
}
