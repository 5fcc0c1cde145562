import { ListSync, type ListSyncOptions } from "@/lib/card-index/sync/list-sync";
import { readSyncState } from "@/lib/card-index/sync/sync-state";
import { SYNCED_LISTS } from "@/lib/card-index/sync/synced-lists";
import type { Card } from "@/lib/contract/card";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import type { Transaction } from "@/lib/contract/transaction";
import { closeBus } from "@/lib/events/bus";
import { openTestDashboard } from "./dashboard-database";
import { listen, openTestSandbox, type TestSandbox } from "./sandbox";

export type TestProgram = Awaited<ReturnType<typeof openTestProgram>>;

/** A sandbox on a port, and a dashboard database that is configured for it. */
export async function openTestProgram(options: { pageSize?: number } = {}) {
  const sandbox = await openTestSandbox(options);
  const server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  const db = await openTestDashboard();
  const callFaults = (method: string, body?: object) =>
    fetch(`${server.origin}/sandbox/faults`, {
      method,
      // The server might close a kept-alive connection just as it is reused.
      headers: { [API_KEY_HEADER]: sandbox.sandbox.config.apiKey, connection: "close" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    sandbox,
    db,
    /** Faults belong to one app instance, so this must go through the server and not through `sandbox.call`. */
    async addFault(fault: object): Promise<void> {
      const response = await callFaults("POST", fault);
      if (response.status !== 201) throw new Error(`The fault was rejected: ${response.status}`);
    },
    clearFaults: () => callFaults("DELETE"),
    countFaults: async () =>
      ((await (await callFaults("GET")).json()) as { faults: unknown[] }).faults.length,
    listSyncs: (options: ListSyncOptions = { gracePeriodMs: 0 }) =>
      SYNCED_LISTS.map((list) => new ListSync(list, async () => undefined, options)),
    async close() {
      await closeBus();
      await db.close();
      await server.close();
      await sandbox.close();
    },
  };
}

/** All pages of one of the issuer's lists. */
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

const MAX_STEPS = 1_000;

/** Reads the newest page, then walks each list once from start to end, wherever its walk was. */
export async function catchUp(listSyncs: readonly ListSync[]): Promise<void> {
  for (const listSync of listSyncs) {
    await listSync.refresh();
    await listSync.refresh();
    const { walk } = await readSyncState(listSync.list);
    for (let step = 0; (await readSyncState(listSync.list)).walk < walk + 2; step += 1) {
      if (step === MAX_STEPS) throw new Error(`The walk through ${listSync.list.name} has no end`);
      await listSync.walk();
    }
    await listSync.refresh();
  }
}
