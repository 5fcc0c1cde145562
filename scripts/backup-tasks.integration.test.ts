import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSnapshot } from "@/lib/backup/read-database";
import { checkFile } from "@/lib/backup/read-file";
import { restoreDatabase } from "@/lib/backup/restore-database";
import { writeFile } from "@/lib/backup/write-file";
import { openDatabase } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { createPostgresDatabase, onlyOn } from "@/testing/database";
import { fillSampleDashboard } from "@/testing/sample-dashboard";
import { runCommand } from "./run-command";
import { UNSET_SETTINGS } from "./unset-settings";

// Runs the tasks like an operator, on databases of the engine under test.

const LONG_TIMEOUT = { timeout: 600_000 };
const PASSWORD_IN_URL = /:\/\/[^/\s]*:[^/\s]*@/;

let folder: string;
const drops: (() => Promise<void>)[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cardwell-tasks-"));
});
afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string>, ...args: string[]) {
  return runCommand(process.execPath, ["scripts/task.mjs", ...args], {
    ...UNSET_SETTINGS,
    LOG_LEVEL: "silent",
    INIT_CWD: folder,
    ...settings,
  });
}

async function task(settings: Record<string, string>, ...args: string[]) {
  const command = start(settings, ...args);
  const code = await command.waitForExit();
  expect(command.output()).not.toMatch(PASSWORD_IN_URL);
  return { code, output: command.output() };
}

/** Settings for a database that doesn't exist yet or is empty. */
async function emptyDatabase(name: string): Promise<Record<string, string>> {
  const settings = { DATA_DIR: join(folder, name), NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo" };
  if (process.env.TEST_ENGINE !== "postgres") return settings;
  const { url, drop } = await createPostgresDatabase();
  drops.push(drop);
  return { ...settings, DATABASE_URL: url };
}

describe("backup and restore", () => {
  it("carry a dashboard to another database, whose chain has the noted head", LONG_TIMEOUT, async () => {
    const db = await openTestDashboard();
    await fillSampleDashboard(db.pool);
    await withSnapshot(db.pool, (source) => writeFile(join(folder, "sample.backup"), source));
    await db.pool.query(
      `insert into runs (id, kind, state, scope, person_id, read_at)
       select gen_random_uuid(), 'freeze', 'running', 'Two cards', id, now() from people`,
    );
    await withSnapshot(db.pool, (source) => writeFile(join(folder, "running.backup"), source));
    // The secret with which the samples are encrypted.
    const secret = { NEXTAUTH_SECRET: (await import("@/lib/env")).env().authSecret };
    await db.close();

    const first = { ...(await emptyDatabase("first")), ...secret };
    const other = await task(
      { ...first, NEXTAUTH_SECRET: randomBytes(32).toString("base64") },
      "restore",
      "--from",
      "sample.backup",
    );
    expect(other.output).toContain("encrypted with another secret");
    expect(other.code).toBe(1);
    const live = {
      ...first,
      CARD_API_URL: "https://issuer.example",
      CARD_API_KEY: "sk_live_7d0f3c91",
      NEXTAUTH_URL: "https://cards.example",
      WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
    };
    const restored = await task(live, "restore", "--from", "sample.backup");
    expect(restored.output).toContain("Restored. Every table has the rows and the hash that the backup has.");
    expect(restored.output).toContain("The audit chain is intact and ends at the same head.");
    expect(restored.output).toContain("This copy sends no email, alerts, or report requests until");
    expect(restored.code).toBe(0);
    const again = await task(live, "restore", "--from", "sample.backup");
    expect(again.output).toContain("is not empty");
    expect(again.code).toBe(1);

    const backup = await task(live, "backup", "--to", "second.backup");
    expect(backup.output).toMatch(
      /Backup {6}.*second\.backup \([\d.]+ [kM]B\)\nTaken {7}.*\nContents {4}.* rows in \d+ tables\nAudit head {2}5:[0-9a-f]{64}\n/,
    );
    expect(backup.output).toContain("The secret is not in it. Keep NEXTAUTH_SECRET in another safe place");
    expect(backup.code).toBe(0);
    expect(statSync(join(folder, "second.backup")).mode & 0o777).toBe(0o600);
    const [one, two] = await Promise.all(
      ["sample", "second"].map((name) => checkFile(join(folder, `${name}.backup`))),
    );
    const { restored_copy: mark, ...tables } = two?.trailer.tables ?? {};
    expect(mark?.rows).toBe(1);
    expect({ ...tables, restored_copy: one?.trailer.tables.restored_copy }).toEqual(one?.trailer.tables);
    expect((await task(live, "backup", "--to", "second.backup")).output).toContain("already exists");
    expect((await task(live, "backup")).output).toContain("Specify the file to write: --to cardwell.backup");

    const running = { ...live, ...(await emptyDatabase("running")), ...secret };
    expect((await task(running, "restore", "--from", "running.backup")).output).toContain(
      "Paused 1 run: what a run did after the backup was taken, it would do again.",
    );

    const verified = await task(live, "audit-verify");
    const head = /Head {8}(5:[0-9a-f]{64})\n/.exec(verified.output)?.[1] ?? "";
    expect(head).not.toBe("");
    const same = await task(live, "audit-verify", "--against", head);
    expect(same.output).toContain("The noted head, entry 5, is part of this chain.");
    expect(same.code).toBe(0);
    const rewritten = await task(live, "audit-verify", "--against", `4:${head.slice(2)}`);
    expect(rewritten.output).toContain(
      "The audit chain was rewritten after this head was noted. Entry 4 has another hash than it had then.",
    );
    expect(rewritten.code).toBe(1);
    expect((await task(live, "audit-verify", "--against", "5")).code).toBe(1);
  });

  it("refuse files that are no backups, and leave nothing", LONG_TIMEOUT, async () => {
    const settings = await emptyDatabase("untouched");
    writeFileSync(join(folder, "notes.txt"), "not a backup");
    const refused = await task(settings, "restore", "--from", "notes.txt");
    expect(refused.output).toContain("This file is not a backup of Cardwell.");
    expect(refused.code).toBe(1);
    expect(existsSync(join(folder, "untouched"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});

onlyOn("postgres", () => {
  describe("move", () => {
    it("can be killed and run again", LONG_TIMEOUT, async () => {
      const db = await openTestDashboard();
      await fillSampleDashboard(db.pool);
      await db.pool.query("insert into events (topic) select 'cards' from generate_series(1, 40000)");
      const file = join(folder, "large.backup");
      const { trailer } = await withSnapshot(db.pool, (source) => writeFile(file, source));
      await db.close();
      const dataDir = join(folder, "embedded");
      await restoreDatabase({ folder: join(dataDir, "dashboard") }, await checkFile(file), "restore");
      const { url, drop } = await createPostgresDatabase();
      drops.push(drop);
      const target = await openDatabase({ url });
      const settings = { DATA_DIR: dataDir };

      const killed = start(settings, "move", "--to", url);
      const inserting = `select from pg_stat_activity where datname = current_database() and query like 'insert into "%unnest%'`;
      await expect
        .poll(async () => (await target.pool.query(inserting)).rowCount, { timeout: 300_000, interval: 5 })
        .toBe(1);
      killed.killAll();
      await killed.waitForExit();
      expect((await target.pool.query("select from unfinished_load")).rowCount).toBe(1);
      const refused = await task({ ...settings, DATABASE_URL: url }, "audit-verify");
      expect(refused.output).toMatch(/This database has an unfinished move from .*embedded.dashboard on /);

      const moved = await task(settings, "move", "--to", url);
      expect(moved.output).toContain(
        "Moved. Every table has the same rows and the same hash in both databases",
      );
      expect(moved.output).toContain("Now set DATABASE_URL to ");
      expect(moved.code).toBe(0);
      const after = await withSnapshot(target.pool, (source) =>
        writeFile(join(folder, "after.backup"), source),
      );
      expect(after.trailer.tables).toEqual(trailer.tables);
      const forgotten = await task(settings, "audit-verify");
      expect(forgotten.output).toMatch(
        /The database .*embedded.dashboard was moved to test_\w+ on localhost:\d+\. /,
      );
      expect(forgotten.code).toBe(1);
      const twice = await task(settings, "move", "--to", url);
      expect(twice.output).toContain("is not empty");
      expect(twice.code).toBe(1);
      await target.close();
      expect((await task({ ...settings, DATABASE_URL: url }, "move", "--to", url)).output).toContain(
        "DATABASE_URL is set",
      );
      expect((await task(settings, "move", "--to", "mysql://x")).output).toContain(
        "Specify an empty PostgreSQL",
      );
      const unchanged = await openDatabase({ folder: join(dataDir, "dashboard") });
      const { rows } = await unchanged.pool.query("select count(*)::int as count from events");
      await unchanged.close();
      expect(rows).toEqual([{ count: 40_003 }]);
    });
  });
});
