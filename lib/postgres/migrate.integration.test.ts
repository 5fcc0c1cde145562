import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onlyOn, openTestDatabase } from "@/testing/database";
import type { Database } from "./database";
import { type Migration, migrate } from "./migrate";
import { inTransaction } from "./open-database";

const FIRST: Migration = {
  name: "001-cards",
  sql: "create table cards (id integer); insert into cards values (1)",
};
const SECOND: Migration = {
  name: "002-names",
  sql: "alter table cards add column name text; update cards set name = 'Ada'",
};
const HALF: Migration = {
  name: "003-half",
  sql: "create table half_done (id integer); insert into cards values (2); create table cards (id integer)",
};
const REPAIRED: Migration = { ...HALF, sql: "create table half_done (id integer)" };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query("drop table if exists migrations, migration_progress, cards, half_done, later"),
);

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>("select name from migrations order by name");
  return rows.map(({ name }) => name);
}

async function cards(): Promise<unknown[]> {
  return (await database.pool.query("select * from cards order by id")).rows;
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await database.pool.query("select to_regclass($1) is not null as found", [table]);
  return rows[0]?.found;
}

describe("migrate", () => {
  it("applies missing migrations in order and records them", async () => {
    await migrate(database.pool, [FIRST, SECOND]);
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("does nothing the second time", async () => {
    await migrate(database.pool, [FIRST, SECOND]);
    const before = await database.pool.query("select * from migrations order by name");
    await migrate(database.pool, [FIRST, SECOND]);
    expect((await database.pool.query("select * from migrations order by name")).rows).toEqual(before.rows);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("continues where an older version stopped", async () => {
    await migrate(database.pool, [FIRST]);
    await migrate(database.pool, [FIRST, SECOND]);
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("creates its own table even if there is nothing to apply", async () => {
    await migrate(database.pool, []);
    expect(await applied()).toEqual([]);
  });

  it("applies each migration once if many processes start at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrate(database.pool, [FIRST, SECOND])));
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("rolls back a failed migration, keeps the earlier ones, and continues at the next start", async () => {
    await expect(migrate(database.pool, [FIRST, SECOND, HALF])).rejects.toMatchObject({ code: "42P07" });
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await exists("half_done")).toBe(false);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);

    await migrate(database.pool, [FIRST, SECOND, REPAIRED]);
    expect(await applied()).toEqual(["001-cards", "002-names", "003-half"]);
    expect(await exists("half_done")).toBe(true);
  });

  it("stops at the first failure, because later migrations may depend on it", async () => {
    const later = { name: "004-later", sql: "create table later (id integer)" };
    await expect(migrate(database.pool, [FIRST, HALF, later])).rejects.toThrow();
    expect(await exists("later")).toBe(false);
  });

  it("fails in the same way for all processes that start at once", async () => {
    const starts = Array.from({ length: 4 }, () => migrate(database.pool, [FIRST, HALF]));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(await applied()).toEqual(["001-cards"]);
    expect(await exists("half_done")).toBe(false);
  });
});

describe("a migration that was edited after it was applied", () => {
  const EDITED: Migration = { ...SECOND, sql: "alter table cards add column nickname text" };

  it("is an error of one sentence that names it, and nothing more is applied", async () => {
    await migrate(database.pool, [FIRST, SECOND]);
    await expect(migrate(database.pool, [FIRST, EDITED, REPAIRED])).rejects.toThrow(
      "The migration 002-names was edited after it was applied to this database. Restore the original and add a new migration instead.",
    );
    expect(await exists("half_done")).toBe(false);
    await migrate(database.pool, [FIRST, SECOND, REPAIRED]);
  });

  it("is accepted once by a database from before checksums", async () => {
    await database.pool.query(`
      create table migrations (name text primary key, applied_at timestamptz not null default now());
      insert into migrations (name) values ('001-cards'), ('002-names');
      create table cards (id integer, name text);
    `);
    await migrate(database.pool, [FIRST, EDITED]);
    expect(await cards()).toEqual([]);
    await expect(migrate(database.pool, [FIRST, SECOND])).rejects.toThrow(
      "The migration 002-names was edited",
    );
    await migrate(database.pool, [FIRST, EDITED]);
  });
});

describe("steps outside a transaction", () => {
  const REWRITE = `
    with batch as (select id from cards where id > coalesce($1::integer, 0) order by id limit 2),
         rewritten as (update cards set touched = touched + 1, share = 12 / weight where id in (select id from batch))
    select max(id)::text as cursor from batch
  `;
  const TABLE: Migration = {
    name: "001-cards",
    sql: `create table cards (id integer primary key, weight integer default 1, touched integer default 0, share integer);
          insert into cards (id) select generate_series(1, 7)`,
  };
  const STEPPED: Migration = {
    name: "002-share",
    steps: [
      { run: ["insert into cards (id) values (8)", "update cards set weight = 2 where id = 8"] },
      { batch: REWRITE },
      {
        run: [
          "drop index concurrently if exists cards_by_share",
          "create index concurrently cards_by_share on cards (share)",
        ],
      },
    ],
  };
  const touched = async () =>
    (await database.pool.query<{ touched: number }>("select touched from cards order by id")).rows.map(
      (row) => row.touched,
    );
  const isIndexValid = async () => {
    const { rows } = await database.pool.query<{ indisvalid: boolean }>(
      "select indisvalid from pg_index where indexrelid = to_regclass('cards_by_share')",
    );
    return rows[0]?.indisvalid ?? false;
  };

  it("run once, in order, batch after batch", async () => {
    await migrate(database.pool, [TABLE, STEPPED]);
    await migrate(database.pool, [TABLE, STEPPED]);
    expect(await touched()).toEqual(Array(8).fill(1));
    expect(await isIndexValid()).toBe(true);
    expect(await applied()).toEqual(["001-cards", "002-share"]);
  });

  it("continue after an interruption without repeating anything", async () => {
    await migrate(database.pool, [TABLE]);
    await database.pool.query("update cards set weight = 0 where id = 5");
    await expect(migrate(database.pool, [TABLE, STEPPED])).rejects.toThrow("division by zero");
    expect(await touched()).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(await applied()).toEqual(["001-cards"]);

    await database.pool.query("update cards set weight = 1 where id = 5");
    await migrate(database.pool, [TABLE, STEPPED]);
    expect(await touched()).toEqual(Array(8).fill(1));
    expect(await isIndexValid()).toBe(true);
    expect(await applied()).toEqual(["001-cards", "002-share"]);
  });

  it("run once if many processes start at once, without blocking a concurrent index build", async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool, [TABLE, STEPPED])));
    expect(await touched()).toEqual(Array(8).fill(1));
    expect(await isIndexValid()).toBe(true);
  });

  it("are part of the checksum", async () => {
    await migrate(database.pool, [TABLE, STEPPED]);
    const edited: Migration = { name: STEPPED.name, steps: STEPPED.steps.slice(0, 2) };
    await expect(migrate(database.pool, [TABLE, edited])).rejects.toThrow(
      "The migration 002-share was edited",
    );
  });
});

// The embedded engine has only one connection, so no other session can hold a lock.
onlyOn("postgres", () => {
  describe("a table that another session has locked", () => {
    const limits = { lockTimeoutMs: 20, attempts: 3, pauseMs: 1 };

    it("is retried a few times, then reported in one sentence, without partial changes", async () => {
      await migrate(database.pool, [FIRST]);
      await inTransaction(database.pool, async (holder) => {
        await holder.query("insert into cards values (9)");
        await expect(migrate(database.pool, [FIRST, SECOND], limits)).rejects.toThrow(
          "The migration 002-names could not lock its table in 3 attempts because another session holds it. End that session's transaction, then start again.",
        );
      });
      expect(await applied()).toEqual(["001-cards"]);
      await migrate(database.pool, [FIRST, SECOND], limits);
      expect(await applied()).toEqual(["001-cards", "002-names"]);
    });

    it("is migrated if the lock is released between two attempts", async () => {
      await migrate(database.pool, [FIRST]);
      const holder = await database.pool.connect();
      await holder.query("begin; lock table cards");
      const migrated = migrate(database.pool, [FIRST, SECOND], { ...limits, attempts: 1_000 });
      await expect.poll(() => isWaiting(), { interval: 1 }).toBe(true);
      await holder.query("commit");
      holder.release();
      await migrated;
      expect(await applied()).toEqual(["001-cards", "002-names"]);
    });
  });

  async function isWaiting(): Promise<boolean> {
    const { rows } = await database.pool.query(
      "select from pg_locks where not granted and relation = 'cards'::regclass",
    );
    return rows.length > 0;
  }
});
