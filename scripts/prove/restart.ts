import { setTimeout as sleep } from "node:timers/promises";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { signIn } from "./visitor";
import { enginesOf, type World, withWorld } from "./world";

const ROUNDS = 5;
const GOAL_MS = 3_000;

export const restart = defineClaim({
  name: "restart",
  covers: { work: ALL.work },
  table: "load",
  claim: "Start on existing data",
  how: "the dashboard with the filled demo program is ended five times gracefully and five times with kill -9, and started again, on PGlite and on PostgreSQL; from the start of the process to the first ready response, the slowest",
  goal: "≤ 3 s",
  async run({ isShort }) {
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { stopped, killed } = await withWorld({ engine, program: { scenario: "demo" } }, (world) =>
        timeRestarts(world, isShort ? 1 : ROUNDS),
      );
      const [afterStop, afterKill] = [Math.max(...stopped), Math.max(...killed)];
      figures.push(`${engine}: ${toSeconds(afterStop)}, after kill -9 ${toSeconds(afterKill)}`);
      isMet &&= Math.max(afterStop, afterKill) <= GOAL_MS;
    }
    return { figure: figures.join("; "), isMet };
  },
});

const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function timeRestarts(world: World, rounds: number): Promise<{ stopped: number[]; killed: number[] }> {
  let dashboard = await world.start();
  await waitForIndex(world);
  const times = { stopped: [] as number[], killed: [] as number[] };
  for (let round = 0; round < rounds * 2; round += 1) {
    const isKilled = round % 2 === 1;
    await (isKilled ? dashboard.kill() : dashboard.stop());
    const startedAt = performance.now();
    dashboard = await world.start();
    times[isKilled ? "killed" : "stopped"].push(performance.now() - startedAt);
  }
  return times;
}

export async function waitForIndex({ origin }: Pick<World, "origin">): Promise<void> {
  const visitor = await signIn(origin, "manager");
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(500)) {
    const { cards, transactions } = await (await visitor.get("/api/index-state")).json();
    if (cards.isFilled && transactions.isFilled) return;
  }
  throw new Error("The index was not filled in time");
}
