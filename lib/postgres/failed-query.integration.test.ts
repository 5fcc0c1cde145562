import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "@/testing/database";
import type { Database } from "./database";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([
  { what: "plain", sql: "select nothing", values: undefined },
  { what: "with parameters", sql: "select nothing where 1 = $1", values: [1] },
  { what: "rejected while it runs", sql: "select 1 / $1::int", values: [0] },
])("a failed query ($what) doesn't affect the next one", async ({ sql, values }) => {
  const selectOne = () => database.pool.query<{ one: number }>("select $1::int as one", [1]);
  for (let round = 0; round < 5; round++) {
    await expect(database.pool.query(sql, values)).rejects.toThrow();
    expect((await selectOne()).rows).toEqual([{ one: 1 }]);
    const [, ...others] = await Promise.allSettled([
      database.pool.query(sql, values),
      selectOne(),
      selectOne(),
    ]);
    expect(others.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  }
});

test("a failed query doesn't affect prepared statements", async () => {
  const selectPrepared = () =>
    database.pool.query<{ one: number }>({ name: "one", text: "select $1::int as one", values: [1] });
  for (let round = 0; round < 3; round++) {
    expect((await selectPrepared()).rows).toEqual([{ one: 1 }]);
    await expect(database.pool.query("select nothing")).rejects.toThrow();
  }
});
