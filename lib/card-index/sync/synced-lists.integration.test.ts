import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { closeBus } from "@/lib/events/bus";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { SYNCED_LISTS } from "./synced-lists";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
beforeEach(() => db.pool.query("delete from events"));
afterAll(async () => {
  await closeBus();
  await db.close();
});

async function publishedTopics(list: "cards" | "transactions", count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `id-${index}`);
  const items = ids.map((id) => ({ id, card_id: `of-${id}` }));
  await SYNCED_LISTS.find(({ name }) => name === list)?.publishChanges(items, { added: [], changed: ids });
  const { rows } = await db.pool.query<{ topic: string }>("select distinct topic from events order by topic");
  return rows.map(({ topic }) => topic);
}

it("publishes a topic for each changed card and each card with a changed transaction", async () => {
  expect(await publishedTopics("cards", 2)).toEqual(["attention", "card:id-0", "card:id-1", "cards"]);
  await db.pool.query("delete from events");
  expect(await publishedTopics("transactions", 2)).toEqual(["card:of-id-0", "card:of-id-1", "transactions"]);
});

it.each(["cards", "transactions"] as const)(
  "publishes the index topic instead of card topics when many %s change at once",
  async (list) => {
    const topics = await publishedTopics(list, 21);
    expect(topics).toContain("index");
    expect(topics.filter((topic) => topic.startsWith("card:"))).toEqual([]);
  },
);
