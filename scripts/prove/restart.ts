import { setTimeout as sleep } from "node:timers/promises";
import { defineClaim } from "./claim";
import { signIn } from "./visitor";
import { enginesOf, type World, withWorld } from "./world";

const ROUNDS = 5;
const GOAL_MS = 3_000;

export const restart = defineClaim({
  name: "restart",
  table: "load",
  claim: "Start on existing data",
  how: "the dashboard with the filled demo program is stopped and started five times on PGlite and on PostgreSQL; from the start of the process to the first ready response, median",
  goal: "≤ 3 s",
  async run({ isShort }) {
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const medianMs = await withWorld({ engine, program: { scenario: "demo" } }, (world) =>
        timeRestarts(world, isShort ? 1 : ROUNDS),
      );
      figures.push(`${engine}: ${(medianMs / 1000).toFixed(1)} s`);
      isMet &&= medianMs <= GOAL_MS;
    }
    return { figure: figures.join("; "), isMet };
  },
});

async function timeRestarts(world: World, rounds: number): Promise<number> {
  let dashboard = await world.start();
  await waitForIndex(world);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await dashboard.stop();
    const startedAt = performance.now();
    dashboard = await world.start();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

export async function waitForIndex({ origin }: Pick<World, "origin">): Promise<void> {
  const visitor = await signIn(origin, "manager");
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(500)) {
    const { cards, transactions } = await (await visitor.get("/api/index-state")).json();
    if (cards.isFilled && transactions.isFilled) return;
  }
  throw new Error("The index was not filled in time");
}
