import { setTimeout as sleep } from "node:timers/promises";
import { drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim, type Outcome, type ProofOptions } from "./claim";
import { actUntil, type Ledger } from "./kill-load";
import { judge, KILL_ENV } from "./kill-outcome";
import { signIn } from "./visitor";
import { type Engine, withWorld } from "./world";

const KILLS = 100;
const MIN_ALIVE_MS = 50;
const MAX_ALIVE_MS = 2_000;

const HOW =
  "people create cards, write notes and request reports while signed webhooks arrive; the process is killed at a random moment after its start and started again; answers that were lost are sent again with the same ID; in the end the issuer's cards and the database are compared with what was acknowledged";
const GOAL = "0 acknowledged lost, 0 doubled, 0 left open, audit chain whole";

export const kill = defineClaim({
  name: "kill",
  table: "faults",
  claim: "100 × `kill -9` under load, PGlite",
  how: HOW,
  goal: GOAL,
  run: (options) => killUnderLoad("PGlite", options),
});

export const killPostgres = defineClaim({
  name: "kill-postgres",
  table: "faults",
  claim: "100 × `kill -9` under load, PostgreSQL",
  how: HOW,
  goal: GOAL,
  run: (options) => killUnderLoad("PostgreSQL", options),
});

async function killUnderLoad(engine: Engine, { isShort, seed }: ProofOptions): Promise<Outcome> {
  const kills = isShort ? 2 : KILLS;
  const random = seededRandom(seed, 1);
  return withWorld({ engine, program: { scenario: "empty" }, env: KILL_ENV }, async (world) => {
    const ledger: Ledger = { intents: [], webhooks: [] };
    let dashboard = await world.start();
    const people = {
      manager: await signIn(world.origin, "manager"),
      finance: await signIn(world.origin, "finance"),
    };
    for (let round = 0; round < kills; round += 1) {
      let isOver = false;
      const used = actUntil(ledger, people, () => isOver);
      await sleep(drawBetween(random, MIN_ALIVE_MS, MAX_ALIVE_MS));
      await dashboard.kill();
      isOver = true;
      await used;
      dashboard = await world.start();
      if (round % 10 === 9) console.log(`  ${round + 1} kills`);
    }
    await dashboard.stop();
    const outcome = await judge(world, ledger, people, seed);
    return { ...outcome, figure: `${kills} kills, ${outcome.figure}` };
  });
}
