import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closeBus } from "@/lib/events/bus";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { FEEDS } from "./feeds";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
beforeEach(() => db.pool.query("delete from events"));
afterAll(async () => {
  await closeBus();
  await db.close();
});

async function announced(list: "cards" | "transactions", count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `id-${index}`);
  const items = ids.map((id) => ({ id, card_id: `of-${id}` }));
  await FEEDS.find(({ name }) => name === list)?.announce(items, { added: [], changed: ids });
  const { rows } = await db.pool.query<{ topic: string }>("select distinct topic from events order by topic");
  return rows.map(({ topic }) => topic);
}

it("names each card that changed, or has a new transaction", async () => {
  expect(await announced("cards", 2)).toEqual(["attention", "card:id-0", "card:id-1", "cards"]);
  await db.pool.query("delete from events");
  expect(await announced("transactions", 2)).toEqual(["card:of-id-0", "card:of-id-1", "transactions"]);
});

it.each(["cards", "transactions"] as const)(
  "has the page of every card refresh when many %s change at once",
  async (list) => {
    const topics = await announced(list, 21);
    expect(topics).toContain("index");
    expect(topics.filter((topic) => topic.startsWith("card:"))).toEqual([]);
  },
);
