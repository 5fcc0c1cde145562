import { afterAll, beforeAll, expect, it } from "vitest";
import { onlyOn, openTestDatabase } from "@/testing/database";
import type { Database } from "./database";
import { withAdvisoryLock } from "./with-advisory-lock";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

// The embedded engine belongs to one process, so it needs no lock.
onlyOn("postgres", () => {
  it("runs one task at a time, and continues after a failed one", async () => {
    let inside = 0;
    let maxInside = 0;
    const work = async (number: number) => {
      inside += 1;
      maxInside = Math.max(maxInside, inside);
      await db.pool.query("select pg_sleep(0.01)");
      inside -= 1;
      if (number % 2) throw new Error("odd");
      return number;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => withAdvisoryLock(db, 42, () => work(number))),
    );
    expect(maxInside).toBe(1);
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

it("returns the task's result, and the task can use the pool", async () => {
  expect(
    await withAdvisoryLock(db, 43, async () => (await db.pool.query("select 7 as seven")).rows[0].seven),
  ).toBe(7);
});
