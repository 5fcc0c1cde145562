import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appendAudit } from "@/lib/audit/append";
import { EXPORT_HEADER, exportLine } from "@/lib/audit/export-row";
import { type ChainedRow, walkAudit } from "@/lib/audit/walk";
import { MIGRATIONS } from "@/lib/db/migrations";
import { describeLocation } from "@/lib/postgres/describe-location";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction, openDatabase } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { makeTestLocation, onlyOn, type TestLocation } from "@/testing/database";
import { runCommand } from "./run-command";
import { UNSET_SETTINGS } from "./unset-settings";

// Runs the npm tasks like an operator, in a separate checkout with a .env file.

const ROOT = join(import.meta.dirname, "..");
const PASSWORD_IN_URL = /:\/\/[^/\s]*:[^/\s]*@/;

const LIVE = {
  CARD_API_URL: "https://issuer.example",
  CARD_API_KEY: "sk_live_7d0f3c91",
  NEXTAUTH_URL: "https://cards.example",
  NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo",
  WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
};
const ADA = ["--name", "Ada Lovelace", "--email", "ada@example.com"];

let checkout: string;
let location: TestLocation;
const locationText = () => describeLocation(location.database);

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "cardwell-task-"));
  for (const name of ["lib", "scripts", "package.json", "package-lock.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

beforeEach(async () => {
  location = await makeTestLocation();
  writeEnvFile(LIVE);
  return () => location.remove();
});

// Each task starts a process and opens a database, which takes seconds on a busy machine.
const LONG_TIMEOUT = { timeout: 180_000 };

describe("npm run setup", () => {
  it(
    "creates the first admin for the dashboard configured in .env, and prints which one that is",
    LONG_TIMEOUT,
    async () => {
      const created = await task("setup", ...ADA);
      expect(created.output).toContain("https://issuer.example (live)");
      expect(created.output).toContain(locationText());
      expect(created.output).toContain("https://cards.example/welcome/");
      expect(created.output).not.toMatch(PASSWORD_IN_URL);
      expect(created.code).toBe(0);
      const second = await task("setup", ...ADA);
      expect(second.output).toContain("This dashboard already has people");
      expect(second.code).toBe(1);

      const unknownPerson = await task("setup", "--recover", "nobody@example.com");
      expect(unknownPerson.output).toContain("There is no person with this email address.");
      expect(unknownPerson.code).toBe(1);
      const recovered = await task("setup", "--recover", "ada@example.com");
      expect(recovered.output).toContain("https://cards.example/welcome/");
      expect(recovered.output).toContain("There is no other active admin to notify.");
      expect(recovered.code).toBe(0);

      const verified = await task("audit-verify");
      expect(verified.output).toContain(locationText());
      expect(verified.output).toContain("The audit chain is intact: 2 rows.");
      expect(verified.output).not.toMatch(PASSWORD_IN_URL);
      expect(verified.code).toBe(0);
    },
  );

  it(
    "rejects another issuer's database until issuer-move confirms the new address",
    LONG_TIMEOUT,
    async () => {
      await task("setup", ...ADA);
      writeEnvFile({ ...LIVE, CARD_API_URL: "https://new.example" });
      for (const name of ["audit-verify", "setup"]) {
        const { code, output } = await task(name, ...ADA);
        expect(output).toContain("This database belongs to the issuer https://issuer.example");
        expect(code).toBe(1);
      }
      expect((await task("issuer-move", "--from", "https://wrong.example")).code).toBe(1);
      const moved = await task("issuer-move", "--from", "https://issuer.example");
      expect(moved.output).toContain("This database now belongs to https://new.example.");
      expect(moved.code).toBe(0);
      expect((await task("audit-verify")).output).toContain("The audit chain is intact: 2 rows.");
    },
  );

  it("prefers the environment over .env", LONG_TIMEOUT, async () => {
    const command = runCommand(
      process.execPath,
      ["scripts/task.mjs", "setup", ...ADA],
      UNSET_SETTINGS,
      checkout,
    );
    expect(await command.waitForExit()).toBe(1);
    expect(command.output()).toContain("(sandbox)");
    expect(command.output()).toContain("The sandbox already has demo logins.");
  });
});

describe("npm run audit:verify", () => {
  it("fails for an empty log", LONG_TIMEOUT, async () => {
    const db = await openDatabase(location.database);
    await migrate(db.pool, MIGRATIONS);
    await db.close();
    const { code, output } = await task("audit-verify");
    expect(output).toContain("The audit log is empty: there is nothing to verify.");
    expect(output).not.toContain("intact");
    expect(code).toBe(1);
  });

  it(
    "verifies an exported file without a database, and explains what that proves",
    LONG_TIMEOUT,
    async () => {
      writeEnvFile({ ...LIVE, DATA_DIR: join(checkout, "nowhere"), DATABASE_URL: "" });
      const file = join(checkout, "audit-log.csv");
      const [newest, middle, oldest] = (await exportedRows()).map(exportLine);
      const hash = newest?.match(/([0-9a-f]{64}),"\{/)?.[1] ?? "";
      expect(hash).not.toBe("");
      writeFileSync(file, EXPORT_HEADER + newest + middle + oldest);
      const complete = await task("audit-verify", "--file", file);
      expect(complete.output).toContain("The export is consistent: 3 rows, entries 1 to 3.");
      expect(complete.output).toContain("No row is missing in between.");
      expect(complete.output).toContain(`Newest      entry 3, hash ${hash}`);
      expect(complete.output).toContain("compare the newest hash with entry 3");
      expect(complete.code).toBe(0);
      writeFileSync(file, EXPORT_HEADER + newest + oldest);
      const filtered = await task("audit-verify", "--file", file);
      expect(filtered.output).toContain("It leaves out 1 row in between, as a filtered export does.");
      expect(filtered.output).toContain("The newest hash does not cover the rows below a gap");
      writeFileSync(file, EXPORT_HEADER + newest?.replace("card.freeze", "card.block"));
      const edited = await task("audit-verify", "--file", file);
      expect(edited.output).toContain("The export was changed. The column action of entry 3");
      expect(edited.code).toBe(1);
      const missing = await task("audit-verify", "--file", join(checkout, "no-such-file.csv"));
      expect(missing.output).toContain("no such file");
      expect(missing.output).not.toContain("Unhandled");
      expect(missing.code).toBe(1);
      const unnamed = await task("audit-verify", "--file");
      expect(unnamed.output).toContain("Specify the exported file");
      expect(unnamed.code).toBe(1);
    },
  );

  it("compares every row of an exported file with the log in the database", LONG_TIMEOUT, async () => {
    const file = join(checkout, "audit-log.csv");
    const rows = await exportedRows();
    writeFileSync(file, EXPORT_HEADER + rows.slice(1).map(exportLine).join(""));
    await copyLog(rows);
    const fromThisLog = await task("audit-verify", "--file", file, "--compare");
    expect(fromThisLog.output).toContain(
      `The audit chain is intact: 3 rows.\nNewest      entry 3, hash ${rows[0]?.hash}`,
    );
    expect(fromThisLog.output).toContain(
      "Every row is in the audit log, which has 1 newer row and 0 older rows.",
    );
    expect(fromThisLog.code).toBe(0);
    writeFileSync(file, EXPORT_HEADER + (await exportedRows()).map(exportLine).join(""));
    const fromOtherLog = await task("audit-verify", "--file", file, "--compare");
    expect(fromOtherLog.output).toContain("The export was changed. Entry 3 doesn't match the audit log.");
    expect(fromOtherLog.code).toBe(1);
  });

  it("rejects a database that Cardwell didn't set up, and doesn't change it", LONG_TIMEOUT, async () => {
    const db = await openDatabase(location.database);
    await db.pool.query("create table somebody_elses (id integer)");
    await db.close();
    const { code, output } = await task("audit-verify");
    expect(output).toContain("was not set up by Cardwell");
    expect(code).toBe(1);
    const second = await openDatabase(location.database);
    const { rows } = await second.pool.query("select tablename from pg_tables where schemaname = 'public'");
    await second.close();
    expect(rows).toEqual([{ tablename: "somebody_elses" }]);
  });

  onlyOn("pglite", () => {
    it("doesn't create a missing database", LONG_TIMEOUT, async () => {
      const dataDir = join(checkout, "nowhere");
      writeEnvFile({ ...LIVE, DATA_DIR: dataDir });
      const { code, output } = await task("audit-verify");
      expect(output).toContain(`No database found in ${dataDir}/dashboard. Check DATA_DIR and DATABASE_URL.`);
      expect(code).toBe(1);
      expect(existsSync(dataDir)).toBe(false);
    });
  });

  onlyOn("postgres", () => {
    it("reports an unreachable database without its password", LONG_TIMEOUT, async () => {
      writeEnvFile({ ...LIVE, DATABASE_URL: "postgres://ada:hunter2@127.0.0.1:1/cards" });
      const { code, output } = await task("audit-verify");
      expect(output).toContain("The database cards on 127.0.0.1:1 is unreachable: ECONNREFUSED.");
      expect(output).not.toContain("hunter2");
      expect(code).toBe(1);
    });
  });
});

/** Three rows of a new log; each call returns different ones. */
async function exportedRows(): Promise<ChainedRow[]> {
  const db = await openTestDashboard();
  for (const target of [randomUUID(), randomUUID(), randomUUID()])
    await inTransaction(db.pool, (client) =>
      appendAudit(client, { phase: "event", action: "card.freeze", outcome: "succeeded", target }),
    );
  const { value } = await walkAudit({}).next();
  await db.close();
  return value;
}

/** Writes these rows as the audit log of the tasks' database. */
async function copyLog(rows: readonly ChainedRow[]): Promise<void> {
  const db = await openDatabase(location.database);
  await migrate(db.pool, MIGRATIONS);
  for (const { seq, body, hash } of rows)
    await db.pool.query("insert into audit (seq, body, hash) values ($1, $2, $3)", [seq, body, hash]);
  await db.pool.query("update audit_head set seq = $1, hash = $2", [rows[0]?.seq, rows[0]?.hash]);
  await db.close();
}

function writeEnvFile(settings: Record<string, string>): void {
  const lines = Object.entries({ ...location.settings, ...settings }).map(
    ([name, value]) => `${name}=${value}`,
  );
  writeFileSync(join(checkout, ".env"), lines.join("\n"));
}

/** Runs a task without settings in the environment, so that all come from .env. */
async function task(...args: string[]): Promise<{ code: number | null; output: string }> {
  const names = Object.fromEntries(Object.keys(UNSET_SETTINGS).map((name) => [name, undefined]));
  const command = runCommand(process.execPath, ["scripts/task.mjs", ...args], names, checkout);
  return { code: await command.waitForExit(), output: command.output() };
}
