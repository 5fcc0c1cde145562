import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { draw, drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { startDatabaseProxy } from "./database-proxy";
import { actUntil, type Ledger } from "./kill-load";
import { judge, KILL_COMPARISON, KILL_ENV, KILL_GOAL } from "./kill-outcome";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const FAULTS = 100;

type Proxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Each ends by itself. */
const KINDS: ((proxy: Proxy, lengthMs: number) => Promise<void>)[] = [
  async (proxy) => proxy.cut(),
  async (proxy, lengthMs) => {
    proxy.isRefusing = true;
    proxy.cut();
    await sleep(lengthMs);
    proxy.isRefusing = false;
  },
  async (proxy, lengthMs) => {
    proxy.setStalled(true);
    await sleep(lengthMs);
    proxy.setStalled(false);
  },
  async (proxy, lengthMs) => {
    proxy.setStalled(true);
    await sleep(lengthMs);
    proxy.cut();
  },
];

export const databaseFaults = defineClaim({
  name: "database-faults",
  covers: {
    routes: ["/api/webhooks/issuer"],
    actions: ["create-card", "add-note", "request-report"],
    work: ALL.work,
  },
  table: "faults",
  claim: "100 faults between dashboard and PostgreSQL under load",
  how: `people create cards, write notes and request reports while signed webhooks arrive, among them each report's link four times; a proxy cuts the dashboard's connections, refuses new ones for up to 3 s, or stops passing bytes on for up to 3 s and then goes on or cuts; ${KILL_COMPARISON}`,
  goal: `${KILL_GOAL}, the same process to the end`,
  run: ({ isShort, seed }) =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "empty" }, env: KILL_ENV }, async (world) => {
      const faults = isShort ? 4 : FAULTS;
      const random = seededRandom(seed, 1);
      const proxy = await startDatabaseProxy(world.databaseUrl());
      try {
        const ledger: Ledger = { intents: [], webhooks: [], cardIds: [] };
        const dashboard = await world.start({ DATABASE_URL: proxy.url });
        const people = {
          manager: await signIn(world.origin, "manager"),
          finance: await signIn(world.origin, "finance"),
        };
        const load = { people, sandbox: world.sandbox };
        let isOver = false;
        const used = actUntil(ledger, load, () => isOver);
        for (let fault = 0; fault < faults; fault += 1) {
          await sleep(drawBetween(random, 200, 2_000));
          await draw(random, KINDS)(proxy, drawBetween(random, 100, 3_000));
        }
        isOver = true;
        await used;
        const isSameProcess = existsSync(`/proc/${dashboard.pid}`);
        await dashboard.stop();
        const outcome = await judge(world, ledger, load, seed);
        return {
          ...outcome,
          figure: `${faults} faults, ${outcome.figure}, ${isSameProcess ? "the same process to the end" : "the process ended"}`,
          isMet: outcome.isMet && isSameProcess,
        };
      } finally {
        await proxy.close();
      }
    }),
});
