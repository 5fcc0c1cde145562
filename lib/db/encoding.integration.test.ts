import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { EncodingError, requireUtf8 } from "@/lib/postgres/require-utf8";
import { processWide } from "@/lib/process-wide";
import { createPostgresDatabase, onlyOn, openTestDatabase, WITHOUT_ENCODING } from "@/testing/database";
import { closeDatabase, database } from "./database";
import { MIGRATIONS } from "./migrations";

const slot = processWide("env");

it("accepts what each engine has by default", async () => {
  const db = await openTestDatabase();
  await requireUtf8(db.pool, { folder: "memory://" });
  await db.close();
});

onlyOn("postgres", () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await createPostgresDatabase(undefined, WITHOUT_ENCODING));
    slot.current = readEnv({ NODE_ENV: "test", DATABASE_URL: url });
  });
  afterEach(async () => {
    await closeDatabase();
    slot.current = undefined;
    await drop();
  });

  it("starts no dashboard on an empty database that can’t store every name, and changes nothing", async () => {
    await expect(database()).rejects.toThrow(EncodingError);
    const name = new URL(url).pathname.slice(1);
    await expect(database()).rejects.toThrow(
      `has the encoding SQL_ASCII, which can’t store every name. Nothing was changed. Create one that can: createdb --owner=postgres --encoding=UTF8 --template=template0 ${name}_utf8`,
    );
    const db = await openDatabase({ url });
    const { rowCount } = await db.pool.query("select from pg_tables where schemaname = 'public'");
    await db.close();
    expect(rowCount).toBe(0);
  });

  it("starts on one that has been in use", async () => {
    const db = await openDatabase({ url });
    await migrate(db.pool, MIGRATIONS);
    await db.close();
    expect((await database()).engine).toBe("postgres");
  });
});
