import { afterAll, beforeAll, expect, it } from "vitest";
import { onlyOn, openTestDatabase } from "@/testing/database";
import type { Database } from "./database";
import { inTurn } from "./in-turn";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

// The embedded engine belongs to one process, which starts once: there is nobody to take turns with.
onlyOn("postgres", () => {
  it("lets one in at a time, and the next one after a failure too", async () => {
    let inside = 0;
    let most = 0;
    const work = async (number: number) => {
      inside += 1;
      most = Math.max(most, inside);
      await db.pool.query("select pg_sleep(0.01)");
      inside -= 1;
      if (number % 2) throw new Error("odd");
      return number;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => inTurn(db, 42, () => work(number))),
    );
    expect(most).toBe(1);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
    ]);
  });
});

it("gives what the work gives, and works with the pool meanwhile", async () => {
  expect(await inTurn(db, 43, async () => (await db.pool.query("select 7 as seven")).rows[0].seven)).toBe(7);
});
