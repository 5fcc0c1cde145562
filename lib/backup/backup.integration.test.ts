import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile as writeBytes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findRewrite } from "@/lib/audit/head";
import { verifyChain } from "@/lib/audit/verify";
import { MIGRATIONS } from "@/lib/db/migrations";
import { findMoveTarget } from "@/lib/db/moved-folder";
import { markUnfinishedLoad, requireFinishedLoad } from "@/lib/db/unfinished-load";
import { env } from "@/lib/env";
import type { Database, DatabaseLocation } from "@/lib/postgres/database";
import { describeLocation } from "@/lib/postgres/describe-location";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction, openDatabase } from "@/lib/postgres/open-database";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { createPostgresDatabase, onlyOn, openTestDatabase, WITHOUT_ENCODING } from "@/testing/database";
import { emptyPglite } from "@/testing/pglite-snapshots";
import { appendSampleEntry, fillSampleDashboard } from "@/testing/sample-dashboard";
import { backUp } from "./back-up";
import type { Header, Part, Source } from "./backup-format";
import { offerBackups, stopOfferingBackups } from "./backup-socket";
import { requireSecrets } from "./check-target";
import { moveDatabase } from "./move-database";
import { withSnapshot } from "./read-database";
import { checkFile } from "./read-file";
import { restoreDatabase } from "./restore-database";
import { type WrittenBackup, writeFile } from "./write-file";

// A new embedded database takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 400_000 });

let db: Database;
let folder: string;
let path: string;
let written: WrittenBackup;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await openTestDashboard();
  await fillSampleDashboard(db.pool);
  folder = await mkdtemp(join(tmpdir(), "cardwell-backup-"));
  path = join(folder, "sample.backup");
  written = await withSnapshot(db.pool, (source) => writeFile(path, source));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** An empty place for a database on the engine under test, or another one. */
async function makeTarget(engine = process.env.TEST_ENGINE): Promise<DatabaseLocation> {
  if (engine !== "postgres") return { folder: join(folder, randomUUID(), "dashboard") };
  const { url, drop } = await createPostgresDatabase();
  cleanups.push(drop);
  return { url };
}

async function open(location: DatabaseLocation): Promise<Database> {
  const opened = await openDatabase(location);
  cleanups.unshift(() => opened.close());
  return opened;
}

async function close(): Promise<void> {
  for (const clean of cleanups.splice(0, 1)) await clean();
}

async function occupy(location: DatabaseLocation): Promise<void> {
  if ("folder" in location) {
    await mkdir(location.folder, { recursive: true });
    await writeBytes(join(location.folder, "PG_VERSION"), "18\n");
    return;
  }
  const opened = await open(location);
  await opened.pool.query("create table people (id integer)");
  await close();
}

async function expectEmpty(location: DatabaseLocation): Promise<void> {
  if ("folder" in location) {
    expect(existsSync(location.folder)).toBe(false);
    expect(existsSync(`${location.folder}.unfinished`)).toBe(false);
    return;
  }
  const opened = await open(location);
  const { rows } = await opened.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
     union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  expect(rows).toEqual([]);
  await close();
}

/** A backup with other lines, and hashes that fit if `isConsistent`. */
async function rewrite(change: (lines: string[]) => string[]): Promise<string> {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .split("\n");
  const changed = join(folder, `${randomUUID()}.backup`);
  await writeBytes(changed, gzipSync(change(lines).join("\n")));
  return changed;
}

const changeHeader = (change: (header: Header) => object) =>
  rewrite(([header = "", ...rest]) => [JSON.stringify(change(JSON.parse(header))), ...rest]);

/** Fails after some rows, like a lost connection. */
function failingSource({ header, parts }: Source): Source {
  return {
    header,
    async *parts(): AsyncGenerator<Part> {
      let count = 0;
      for await (const part of parts()) {
        if (count++ > 30) throw new Error("The source is gone");
        yield part;
      }
    },
  };
}

describe("a backup", () => {
  it("is one file that only its owner can read, and holds no secret", async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.partial`)).toBe(false);
    const text = gunzipSync(await readFile(path)).toString();
    expect(text).not.toContain(env().authSecret);
    expect(text).not.toContain("tx_4711");
    expect(written.trailer.keyIds).toHaveLength(1);
    expect(written.trailer.tables.notes?.rows).toBe(3);
    expect(written.trailer.tables.report_chunks?.rows).toBeGreaterThan(0);
  });

  it("never replaces a file", async () => {
    const again = withSnapshot(db.pool, (source) => writeFile(path, source));
    await expect(again).rejects.toThrow(`${path} already exists. Choose another name.`);
    expect((await checkFile(path)).trailer).toEqual(written.trailer);
  });

  it("leaves no file behind if it fails", async () => {
    const failed = join(folder, "failed.backup");
    const writing = withSnapshot(db.pool, (source) => writeFile(failed, failingSource(source)));
    await expect(writing).rejects.toThrow("The source is gone");
    expect(existsSync(failed) || existsSync(`${failed}.partial`)).toBe(false);
    const nowhere = withSnapshot(db.pool, (source) => writeFile(join(folder, "no", "x.backup"), source));
    await expect(nowhere).rejects.toThrow("The backup can’t be written: ENOENT");
  });

  it("is refused while a migration is unfinished", async () => {
    await db.pool.query("insert into migration_progress values ('099-long', '', 1, null)");
    const writing = withSnapshot(db.pool, (source) => writeFile(join(folder, "x.backup"), source));
    await expect(writing).rejects.toThrow("The migration 099-long is not finished.");
    await db.pool.query("delete from migration_progress");
  });
});

describe("a restored database", () => {
  it("has the same rows, the same chain, and goes on where the first one was", async () => {
    const target = await makeTarget();
    const { tables, migrated } = await restoreDatabase(target, await checkFile(path), "restore");
    expect(tables).toEqual(written.trailer.tables);
    expect(migrated).toEqual([]);
    const restored = await open(target);
    expect((await verifyChain(restored.pool)).isUnbroken).toBe(true);
    const schema = `select
      (select json_agg(d order by d) from (select pg_get_constraintdef(oid) || conname as d from pg_constraint
        where connamespace = current_schema()::regnamespace) c) as constraints,
      (select json_agg(indexdef order by indexname) from pg_indexes where schemaname = current_schema()) as indexes,
      (select json_agg(tgname::text || tgenabled::text order by tgname) from pg_trigger where not tgisinternal) as triggers`;
    expect((await restored.pool.query(schema)).rows).toEqual((await db.pool.query(schema)).rows);

    // Deleted IDs are not used again, triggers count, the audit log can't be changed.
    const { rows } = await restored.pool.query("insert into events (topic) values ('cards') returning id");
    expect(rows).toEqual([{ id: "6" }]);
    await expect(restored.pool.query("delete from audit")).rejects.toThrow("append-only");
    expect(await appendSampleEntry(restored.pool)).toBe(6);
    await expect(restored.pool.query("delete from people")).rejects.toThrow("foreign key");
    const { rows: totals } = await restored.pool.query("select sum(cards)::int as cards from card_counts");
    expect(totals).toEqual([{ cards: 40 }]);
  });

  it("is refused if there is something in the database", async () => {
    const target = await makeTarget();
    await occupy(target);
    const restoring = restoreDatabase(target, await checkFile(path), "restore");
    await expect(restoring).rejects.toThrow(
      /is not empty: it has .* Nothing was changed\. Use an empty database\./,
    );
  });

  it("is empty again if the restore fails", async () => {
    const target = await makeTarget();
    const backup = await checkFile(path);
    const restoring = restoreDatabase(target, failingSource(backup), "restore");
    await expect(restoring).rejects.toThrow("The source is gone");
    await expectEmpty(target);
  });

  it("is migrated if the backup is of an older version", async () => {
    const older = MIGRATIONS.slice(0, -3);
    const old = await openTestDatabase();
    cleanups.push(old.close);
    await migrate(old.pool, older);
    await appendSampleEntry(old.pool);
    const file = join(folder, "older.backup");
    await withSnapshot(old.pool, (snapshot) => writeFile(file, snapshot));
    const target = await makeTarget();
    const { migrated } = await restoreDatabase(target, await checkFile(file), "restore");
    expect(migrated).toEqual(MIGRATIONS.slice(-3).map(({ name }) => name));
    const restored = await open(target);
    expect((await verifyChain(restored.pool)).rows).toBe(1);
    await migrate(restored.pool, MIGRATIONS);
  });

  it("keeps the dashboard out until it is finished", async () => {
    const unfinished = await openTestDatabase();
    cleanups.push(unfinished.close);
    await inTransaction(unfinished.pool, (client) => markUnfinishedLoad(client, "restore"));
    await expect(requireFinishedLoad(unfinished.pool)).rejects.toThrow(
      "This database has an unfinished restore. Wait for it if it is running, or run the same command again.",
    );
  });
});

describe("a backup that can’t be used", () => {
  const refusal = async (file: string) => {
    const target = await makeTarget();
    const error = await checkFile(file)
      .then((backup) => restoreDatabase(target, backup, "restore"))
      .then(
        () => "restored",
        (reason: Error) => reason.message,
      );
    await expectEmpty(target);
    return error;
  };

  it.each([0.999, 0.5, 0.01])("is refused if only %d of it is there", async (part) => {
    const bytes = await readFile(path);
    const file = join(folder, `${randomUUID()}.backup`);
    await writeBytes(file, bytes.subarray(0, Math.floor(bytes.length * part)));
    expect(await refusal(file)).toContain("This backup is damaged: its end is missing.");
  });

  it("is refused if a byte was changed", async () => {
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    const file = join(folder, `${randomUUID()}.backup`);
    await writeBytes(file, bytes);
    expect(await refusal(file)).toContain("This backup is damaged");
  });

  it("is refused if a row was changed, removed, added, or moved to another table", async () => {
    const isRow = (line: string) => line.startsWith("[");
    const changes: ((lines: string[]) => string[])[] = [
      (lines) => lines.map((line) => line.replace("card.freeze", "card.block")),
      (lines) => lines.filter((_, at) => at !== lines.findIndex(isRow)),
      (lines) => lines.flatMap((line, at) => (at === lines.findIndex(isRow) ? [line, line] : [line])),
      (lines) => lines.map((line) => line.replace('{"table":"audit"}', '{"table":"notes"}')),
      (lines) => [...lines.slice(0, -1), '["x"]', ""],
      (lines) => lines.slice(0, -3),
    ];
    for (const change of changes)
      expect(await refusal(await rewrite(change))).toContain("This backup is damaged");
  });

  it("is refused if its header was changed", async () => {
    const file = await changeHeader((header) => ({ ...header, takenAt: "2020-01-01T00:00:00Z" }));
    expect(await refusal(file)).toContain("it was changed after it was written");
  });

  it("is refused if it is another file", async () => {
    const file = join(folder, "other");
    for (const content of ["", "hello", gzipSync("hello\n"), gzipSync('{"a":1}\n'), gzipSync("")]) {
      await writeBytes(file, content);
      expect(await refusal(file)).toMatch(/This file is not a backup of Cardwell|damaged|This file is empty/);
    }
    expect(await refusal(join(folder, "missing"))).toBe(`There is no file ${join(folder, "missing")}.`);
  });

  it("is refused if it is of a newer version or another build", async () => {
    const newerFormat = await changeHeader((header) => ({ ...header, version: 2 }));
    expect(await refusal(newerFormat)).toContain("written by a newer version of Cardwell");
    const backup = await checkFile(path);
    const withMigrations = (migrations: Header["migrations"]) =>
      restoreDatabase(
        { folder: join(folder, "never") },
        { ...backup, header: { ...backup.header, migrations } },
        "x",
      );
    await expect(
      withMigrations([...backup.header.migrations, { name: "999-later", checksum: "" }]),
    ).rejects.toThrow(
      "This backup is from a newer version of Cardwell: this one doesn’t have the migration 999-later.",
    );
    await expect(
      withMigrations(backup.header.migrations.map(({ name }) => ({ name, checksum: "other" }))),
    ).rejects.toThrow("This backup is from another build of Cardwell");
    expect(existsSync(join(folder, "never"))).toBe(false);
  });

  it("is refused if its data was encrypted with another secret", () => {
    const secret = env().authSecret;
    requireSecrets(written.trailer.keyIds);
    useSecrets("another secret that is long enough to be one");
    expect(() => requireSecrets(written.trailer.keyIds)).toThrow(
      /encrypted with another secret \(key [0-9a-f]{8}\)\. Set NEXTAUTH_SECRET/,
    );
    useSecrets("another secret that is long enough to be one", [secret]);
    requireSecrets(written.trailer.keyIds);
    useSecrets(secret);
  });
});

describe("a noted head", () => {
  it("is found in the chain unless the chain was rewritten", async () => {
    const { rows } = await db.pool.query<{ hash: string }>("select hash from audit where seq = 3");
    const noted = { seq: 3, hash: rows[0]?.hash ?? "" };
    expect(await findRewrite(db.pool, noted)).toBeNull();
    expect(await findRewrite(db.pool, { ...noted, seq: 2 })).toContain("Entry 2 has another hash");
    expect(await findRewrite(db.pool, { ...noted, seq: 99 })).toContain("no longer exists");
  });
});

onlyOn("pglite", () => {
  it("is written by the dashboard that has the embedded database open", async () => {
    const embedded = { folder: join(folder, "running", "dashboard") };
    const running = await openDatabase(embedded, { snapshot: await emptyPglite() });
    cleanups.push(running.close);
    await migrate(running.pool, MIGRATIONS);
    await appendSampleEntry(running.pool);
    const file = join(folder, "running.backup");
    await expect(backUp(embedded, file)).rejects.toThrow("is in use by process");
    await offerBackups(running, embedded);
    try {
      expect((await stat(`${embedded.folder}.sock`)).mode & 0o777).toBe(0o600);
      const [{ header, trailer }] = await Promise.all([
        backUp(embedded, file),
        ...Array.from({ length: 5 }, () => appendSampleEntry(running.pool)),
      ]);
      expect(header.audit.seq).toBeGreaterThan(0);
      expect(trailer.tables.audit?.rows).toBe(header.audit.seq);
      expect((await checkFile(file)).trailer).toEqual(trailer);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await running.pool.query("insert into migration_progress values ('099-long', '', 1, null)");
      const failed = join(folder, "failed-running.backup");
      await expect(backUp(embedded, failed)).rejects.toThrow("didn’t send a complete backup");
      expect(existsSync(failed) || existsSync(`${failed}.partial`)).toBe(false);
    } finally {
      stopOfferingBackups();
    }
    expect((await verifyChain(running.pool)).rows).toBe(6);
  });
});

onlyOn("postgres", () => {
  it("holds everything that was acknowledged before the backup began, under load", async () => {
    const target = await makeTarget();
    const source = await makeTarget();
    const busy = await open(source);
    await migrate(busy.pool, MIGRATIONS);
    await fillSampleDashboard(busy.pool, { cards: 300 });
    const acknowledged = new Set<string>();
    let isStopped = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isStopped) {
        const id = randomUUID();
        await appendSampleEntry(busy.pool, id);
        acknowledged.add(id);
      }
    });
    await expect.poll(() => acknowledged.size).toBeGreaterThan(50);
    const before = [...acknowledged];
    const file = join(folder, "busy.backup");
    await withSnapshot(busy.pool, (snapshot) => writeFile(file, snapshot));
    const written = acknowledged.size - before.length;
    isStopped = true;
    await Promise.all(writers);
    expect(written).toBeGreaterThan(0);
    await restoreDatabase(target, await checkFile(file), "restore");
    const restored = await open(target);
    expect((await verifyChain(restored.pool)).isUnbroken).toBe(true);
    const { rows } = await restored.pool.query<{ target: string }>("select target from audit");
    const kept = new Set(rows.map((row) => row.target));
    expect(before.filter((id) => !kept.has(id))).toEqual([]);
  });

  it("moves from PGlite to PostgreSQL and back with the same hashes", async () => {
    const embedded = join(folder, randomUUID(), "dashboard");
    await restoreDatabase({ folder: embedded }, await checkFile(path), "restore");
    const target = await makeTarget("postgres");
    if (!("url" in target)) throw new Error("not PostgreSQL");
    const moved = await moveDatabase(embedded, target.url);
    expect(moved.tables).toEqual(written.trailer.tables);
    const opened = await open(target);
    const file = join(folder, "back.backup");
    const back = await withSnapshot(opened.pool, (source) => writeFile(file, source));
    expect(back.trailer.tables).toEqual(written.trailer.tables);
    const again = { folder: join(folder, randomUUID(), "dashboard") };
    expect((await restoreDatabase(again, await checkFile(file), "restore")).tables).toEqual(
      written.trailer.tables,
    );
    await expect(moveDatabase(embedded, target.url)).rejects.toThrow("is not empty");
    // The old copy may be moved again, and is neither started on, nor backed up, nor replaced by mistake.
    const place = describeLocation(target);
    expect(findMoveTarget({ folder: embedded })).toBe(place);
    await expect(backUp({ folder: embedded }, `${file}.old`)).rejects.toThrow(`was moved to ${place}.`);
    await rm(embedded, { recursive: true });
    await expect(restoreDatabase({ folder: embedded }, await checkFile(file), "restore")).rejects.toThrow(
      `was moved to ${place}.`,
    );
  });

  it("refuses a database that can’t store every name, and writes nothing to it", async () => {
    const { url, drop } = await createPostgresDatabase(undefined, WITHOUT_ENCODING);
    cleanups.push(drop);
    await expect(restoreDatabase({ url }, await checkFile(path), "restore")).rejects.toThrow(
      "has the encoding SQL_ASCII, which can’t store every name. Nothing was changed.",
    );
    await expectEmpty({ url });
  });

  it("empties a database only of its own unfinished work", async () => {
    const embedded = join(folder, randomUUID(), "dashboard");
    const backup = await checkFile(path);
    await restoreDatabase({ folder: embedded }, backup, "restore");
    const target = await makeTarget("postgres");
    if (!("url" in target)) throw new Error("not PostgreSQL");
    const opened = await open(target);
    await inTransaction(opened.pool, (client) => markUnfinishedLoad(client, "restore"));
    await opened.pool.query("create table half_restored (id integer)");
    await expect(moveDatabase(embedded, target.url)).rejects.toThrow("it has an unfinished restore");
    expect(findMoveTarget({ folder: embedded })).toBeNull();
    expect((await opened.pool.query("select from half_restored")).rowCount).toBe(0);
    expect((await restoreDatabase(target, backup, "restore")).tables).toEqual(written.trailer.tables);
    const { rowCount } = await opened.pool.query("select where to_regclass('half_restored') is not null");
    expect(rowCount).toBe(0);
  });

  it("lets only one restore work on a database", async () => {
    const target = await makeTarget("postgres");
    const backup = await checkFile(path);
    const results = await Promise.allSettled([
      restoreDatabase(target, backup, "restore"),
      restoreDatabase(target, backup, "restore"),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const opened = await open(target);
    expect((await verifyChain(opened.pool)).rows).toBe(5);
  });
});
