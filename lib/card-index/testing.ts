import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { openTestDashboard } from "@/lib/db/testing";
import { closeBus } from "@/lib/events/bus";
import { listen, openTestSandbox, type TestSandbox } from "@/sandbox/testing";
import { Feeding } from "./feeding";
import { FEEDS } from "./feeds";

export type TestProgram = Awaited<ReturnType<typeof openTestProgram>>;

/** A sandbox on a port and a dashboard's database that knows it: what the index stands between. */
export async function openTestProgram(options: { pageSize?: number } = {}) {
  const sandbox = await openTestSandbox(options);
  const server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  const db = await openTestDashboard();
  return {
    sandbox,
    db,
    feedings: () => FEEDS.map((feed) => new Feeding(feed, async () => undefined)),
    async close() {
      await closeBus();
      await db.close();
      await server.close();
      await sandbox.close();
    },
  };
}

/** Everything that the issuer has of a list. */
export async function listAll<Item extends Card | Transaction>(
  { api }: TestSandbox,
  list: "cards" | "transactions",
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api("GET", `/${list}/?page=${page}`);
    items.push(...body.results);
    if (body.next === null) return items;
  }
}

/** Walks each list from where its walk stands to its end, and reads what is new. */
export async function catchUp(feedings: readonly Feeding[]): Promise<void> {
  for (const feeding of feedings) {
    await feeding.refresh();
    await feeding.refresh();
    do await feeding.walk();
    while (await feeding.isHurried());
    await feeding.refresh();
  }
}
