import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { makeTestLocation, openTestDatabase } from "@/testing/database";
import { database } from "./database";
import { claimDatabase, findOwner, requireOwnDatabase } from "./issuer-identity";
import { MIGRATIONS } from "./migrations";

const SANDBOX = { mode: "sandbox", origin: "http://localhost:4010" } as const;
const LIVE = { mode: "live", origin: "https://issuer.example" } as const;
const OTHER = { mode: "live", origin: "https://other.example" } as const;
const MIGRATIONS_WITHOUT_OWNER = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name.endsWith("-database-issuer")),
);

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

const LONG_TIMEOUT = { timeout: 120_000 };

describe("a database", LONG_TIMEOUT, () => {
  beforeEach(() => migrate(db.pool, MIGRATIONS));

  it("belongs to the issuer that it was first started with", async () => {
    await requireOwnDatabase(db.pool, LIVE);
    expect(await findOwner(db.pool)).toBeNull();
    await claimDatabase(db.pool, LIVE);
    await claimDatabase(db.pool, LIVE);
    expect(await findOwner(db.pool)).toEqual(LIVE);
    for (const attempt of [claimDatabase, requireOwnDatabase]) {
      await expect(attempt(db.pool, OTHER)).rejects.toThrow(
        "This database belongs to the issuer https://issuer.example, but CARD_API_URL is https://other.example",
      );
      await expect(attempt(db.pool, SANDBOX)).rejects.toThrow(
        "This database belongs to the live issuer https://issuer.example, so the sandbox can't use it",
      );
    }
    expect(await findOwner(db.pool)).toEqual(LIVE);
  });

  it("stays the sandbox's, whatever the sandbox's port", async () => {
    await claimDatabase(db.pool, SANDBOX);
    await claimDatabase(db.pool, { ...SANDBOX, origin: "http://localhost:4999" });
    await expect(claimDatabase(db.pool, LIVE)).rejects.toThrow(
      "This database belongs to the sandbox, whose logins are public, so it can't be used in live mode",
    );
  });
});

describe("a database from before databases had owners", LONG_TIMEOUT, () => {
  beforeEach(() => migrate(db.pool, MIGRATIONS_WITHOUT_OWNER));

  it("is the sandbox's if it has demo people", async () => {
    await insertPerson({ isDemo: true });
    await migrate(db.pool, MIGRATIONS);
    await expect(claimDatabase(db.pool, LIVE)).rejects.toThrow("can't be used in live mode");
  });

  it("is the sandbox's if something was simulated in it, even without demo people", async () => {
    await insertPerson({ isDemo: false });
    const body = JSON.stringify({ atMs: 0, phase: "finish", action: "sandbox.reset", outcome: "succeeded" });
    await db.pool.query("insert into audit (seq, body, hash) values (1, $1, '')", [body]);
    await migrate(db.pool, MIGRATIONS);
    await expect(claimDatabase(db.pool, LIVE)).rejects.toThrow("can't be used in live mode");
  });

  it("is rejected in live mode, with instructions, if it is the sandbox's", async () => {
    await insertPerson({ isDemo: true });
    await migrate(db.pool, MIGRATIONS);
    await db.pool.query("delete from people");
    await expect(claimDatabase(db.pool, LIVE)).rejects.toThrow(
      "so it can't be used in live mode. Set DATABASE_URL or DATA_DIR to an empty database.",
    );
  });

  it("can't be claimed by the sandbox if it has only real people", async () => {
    await insertPerson({ isDemo: false });
    await migrate(db.pool, MIGRATIONS);
    await expect(claimDatabase(db.pool, SANDBOX)).rejects.toThrow(
      "This database has people who aren't the sandbox's, so the sandbox can't use it. Set CARD_API_URL to its issuer, or set DATABASE_URL or DATA_DIR to another database.",
    );
    expect(await findOwner(db.pool)).toBeNull();
    await claimDatabase(db.pool, LIVE);
    await expect(claimDatabase(db.pool, SANDBOX)).rejects.toThrow("the sandbox can't use it");
  });
});

describe("a database of an older version", LONG_TIMEOUT, () => {
  it("is rejected before anything in it changes if it belongs to another issuer", async () => {
    const location = await makeTestLocation();
    const older = await openDatabase(location.database);
    await migrate(older.pool, MIGRATIONS.slice(0, MIGRATIONS_WITHOUT_OWNER.length + 1));
    await claimDatabase(older.pool, LIVE);
    await older.close();

    process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "cardwell-identity-"));
    const slot = processWide<ReturnType<typeof env>>("env");
    const usual = env();
    slot.current = {
      ...usual,
      mode: OTHER.mode,
      issuer: { ...usual.issuer, url: OTHER.origin },
      database: location.database,
    };
    await expect(database()).rejects.toThrow("This database belongs to the issuer https://issuer.example");
    slot.current = usual;

    const after = await openDatabase(location.database);
    const { rows } = await after.pool.query("select count(*)::int as applied from migrations");
    expect(rows).toEqual([{ applied: MIGRATIONS_WITHOUT_OWNER.length + 1 }]);
    await after.close();
    await location.remove();
  });
});

async function insertPerson({ isDemo }: { isDemo: boolean }): Promise<void> {
  await db.pool.query(
    "insert into people (id, email, name, role, is_demo) values (gen_random_uuid(), 'ada@example.com', 'Ada', 'admin', $1)",
    [isDemo],
  );
}
