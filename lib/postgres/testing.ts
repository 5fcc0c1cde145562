import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "./open-database";

/** An empty database of the engine under test, for one test file. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE !== "postgres") return openDatabase({ folder: "memory://" });
  const admin = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  const close = async () => {
    await database.close();
    await asAdmin(admin, `drop database ${name} with (force)`);
  };
  return { ...database, close };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
