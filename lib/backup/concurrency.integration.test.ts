import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/db/migrations";
import { markUnfinishedLoad, requireFinishedLoad } from "@/lib/db/unfinished-load";
import type { Database } from "@/lib/postgres/database";
import { MIGRATION_LOCK_KEY } from "@/lib/postgres/migrate";
import { inTransaction, openDatabase } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { createPostgresDatabase, onlyOn } from "@/testing/database";
import { fillSampleDashboard } from "@/testing/sample-dashboard";
import type { Part, Source } from "./backup-format";
import { offerBackups } from "./backup-socket";
import { readTables, withSnapshot } from "./read-database";
import { checkFile } from "./read-file";
import { restoreDatabase } from "./restore-database";
import { isFileError, unwritable, writeFile, writeStream } from "./write-file";

let db: Database;
let folder: string;
let path: string;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await openTestDashboard();
  await fillSampleDashboard(db.pool);
  folder = await mkdtemp(join(tmpdir(), "cardwell-backup-"));
  path = join(folder, "sample.backup");
  await withSnapshot(db.pool, (source) => writeFile(path, source));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** Waits in the middle; then ends, or fails. */
function heldSource({ header, parts }: Source): { source: Source; proceed(error?: Error): void } {
  let proceed: (error?: Error) => void = () => undefined;
  const held = new Promise<Error | undefined>((resolve) => {
    proceed = resolve;
  });
  const source = {
    header,
    async *parts(): AsyncGenerator<Part> {
      let count = 0;
      for await (const part of parts()) {
        if (count++ === 30) {
          const error = await held;
          if (error) throw error;
        }
        yield part;
      }
    },
  };
  return { source, proceed };
}

it("writes two backups to one file without mixing them", async () => {
  const sample = await checkFile(path);
  const file = join(folder, "same.backup");
  const [one, other] = [heldSource(sample), heldSource(sample)];
  const first = writeFile(file, one.source);
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name.startsWith("same")))
    .toHaveLength(1);
  const second = writeFile(file, other.source);
  second.catch(() => undefined);
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name.startsWith("same")))
    .toHaveLength(2);
  one.proceed();
  const { trailer } = await first;
  expect((await checkFile(file)).trailer).toEqual(trailer);
  other.proceed(new Error("The disk is full"));
  await expect(second).rejects.toThrow("The disk is full");
  expect((await checkFile(file)).trailer).toEqual(trailer);
  expect((await readdir(folder)).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

it("says that the disk is full", async () => {
  const full = createWriteStream("/dev/full");
  const error = await writeStream(await checkFile(path), full).catch((thrown) => thrown);
  expect(isFileError(error)).toBe(true);
  expect(unwritable(error).message).toMatch(/^The backup can’t be written: ENOSPC/);
});

it("offers no backups through a socket whose path would be cut off", async () => {
  const parent = join(folder, "x".repeat(120));
  await offerBackups(db, { folder: join(parent, "dashboard") });
  expect((await readdir(folder)).filter((name) => name.startsWith("xx"))).toEqual([]);
});

onlyOn("postgres", () => {
  async function makeTarget(): Promise<{ url: string; target: Database }> {
    const { url, drop } = await createPostgresDatabase();
    const target = await openDatabase({ url });
    cleanups.push(target.close, drop);
    return { url, target };
  }

  it("has the rows of a table that a migration rewrote while the backup waited for it", async () => {
    const { rows } = await db.pool.query<{ count: number }>("select count(*)::int as count from notes");
    const migration = await db.pool.connect();
    await migration.query("begin; lock table notes in access exclusive mode");
    const file = join(folder, "rewritten.backup");
    const backup = withSnapshot(db.pool, (source) => writeFile(file, source));
    await expect
      .poll(async () => (await db.pool.query("select from pg_locks where not granted")).rowCount)
      .toBe(1);
    await migration.query("alter table notes alter column body type text using body || ''; commit");
    migration.release();
    expect((await backup).trailer.tables.notes?.rows).toBe(rows[0]?.count);
  });

  it("reads large values in small batches after many small ones", async () => {
    const { target } = await makeTarget();
    await target.pool.query(
      `create table pieces (number integer, content bytea);
       insert into pieces select n, decode(repeat('ab', case when n <= 100 then 1 else 200000 end), 'hex')
       from generate_series(1, 300) n`,
    );
    let largest = 0;
    await inTransaction(target.pool, async (client) => {
      for await (const part of readTables(client, [{ name: "pieces", columns: ["number", "content"] }]))
        if ("rows" in part) largest = Math.max(largest, JSON.stringify(part.rows).length);
    });
    expect(largest).toBeLessThan(10_000_000);
  });

  it("leaves a database alone on which a dashboard starts at the same moment", async () => {
    const { url, target } = await makeTarget();
    const dashboard = await target.pool.connect();
    await dashboard.query("select pg_advisory_lock($1)", [MIGRATION_LOCK_KEY]);
    const restoring = restoreDatabase({ url }, await checkFile(path), "restore");
    restoring.catch(() => undefined);
    // The restore has begun, and can't go on.
    await expect
      .poll(
        async () => (await target.pool.query("select from pg_locks where locktype = 'advisory'")).rowCount,
      )
      .toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await dashboard.query("create table people (id integer); insert into people values (1)");
    await dashboard.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK_KEY]);
    dashboard.release();
    await expect(restoring).rejects.toThrow("is not empty: it has the table people");
    expect((await target.pool.query("select from people")).rowCount).toBe(1);
    await requireFinishedLoad(target.pool);
  });

  it("is neither finished nor removed by a restore that another one has replaced", async () => {
    const { url, target } = await makeTarget();
    const restoring = restoreDatabase({ url }, await checkFile(path), "restore", async (loaded) => {
      await loaded.query("drop table unfinished_load");
      await inTransaction(loaded, (client) => markUnfinishedLoad(client, "restore"));
    });
    await expect(restoring).rejects.toThrow("Another restore or move into this database has begun");
    await expect(requireFinishedLoad(target.pool)).rejects.toThrow("unfinished restore");
    const { rowCount } = await target.pool.query("select from migrations");
    expect(rowCount).toBe(MIGRATIONS.length);
  });

  it("keeps its lock where the server ends idle sessions", async () => {
    const { url, target } = await makeTarget();
    const name = new URL(url).pathname.slice(1);
    await target.pool.query(`alter database ${name} set idle_session_timeout = '200ms'`);
    const sample = await checkFile(path);
    const { source, proceed } = heldSource(sample);
    const restoring = restoreDatabase({ url }, source, "restore");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await expect(restoreDatabase({ url }, sample, "restore")).rejects.toThrow("is running");
    proceed();
    await restoring;
  });
});
