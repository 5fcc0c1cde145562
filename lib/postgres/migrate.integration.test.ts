import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Migration, migrate } from "./migrate";
import type { Database } from "./open-database";
import { openTestDatabase } from "./testing";

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
beforeEach(() => database.pool.query("drop table if exists migrations, cards, half_done, later"));

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
  it("applies what is missing, in order, and remembers it", async () => {
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

  it("takes up where an older version of the program stopped", async () => {
    await migrate(database.pool, [FIRST]);
    await migrate(database.pool, [FIRST, SECOND]);
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("makes its own table when there is nothing to apply", async () => {
    await migrate(database.pool, []);
    expect(await applied()).toEqual([]);
  });

  it("applies each once when many programs start at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrate(database.pool, [FIRST, SECOND])));
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);
  });

  it("leaves nothing half done, keeps what came before, and is repaired by the next start", async () => {
    await expect(migrate(database.pool, [FIRST, SECOND, HALF])).rejects.toMatchObject({ code: "42P07" });
    expect(await applied()).toEqual(["001-cards", "002-names"]);
    expect(await exists("half_done")).toBe(false);
    expect(await cards()).toEqual([{ id: 1, name: "Ada" }]);

    await migrate(database.pool, [FIRST, SECOND, REPAIRED]);
    expect(await applied()).toEqual(["001-cards", "002-names", "003-half"]);
    expect(await exists("half_done")).toBe(true);
  });

  it("stops at the first failure: a later step may need it", async () => {
    const later = { name: "004-later", sql: "create table later (id integer)" };
    await expect(migrate(database.pool, [FIRST, HALF, later])).rejects.toThrow();
    expect(await exists("later")).toBe(false);
  });

  it("fails alike for all when many start on a broken step", async () => {
    const starts = Array.from({ length: 4 }, () => migrate(database.pool, [FIRST, HALF]));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(await applied()).toEqual(["001-cards"]);
    expect(await exists("half_done")).toBe(false);
  });
});
