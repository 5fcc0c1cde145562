import { setTimeout as sleep } from "node:timers/promises";
import { drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim, type Outcome, type ProofOptions } from "./claim";
import { ALL } from "./coverage";
import { actUntil, type Ledger } from "./kill-load";
import { judge, KILL_COMPARISON, KILL_ENV, KILL_GOAL } from "./kill-outcome";
import { signIn } from "./visitor";
import { type Engine, withWorld } from "./world";

const KILLS = 100;
const MIN_ALIVE_MS = 50;
const MAX_ALIVE_MS = 2_000;
/** So often the process is also killed while it starts. */
const KILLED_STARTS = 0.4;
const MIN_START_MS = 100;
const MAX_START_MS = 2_500;

const HOW = `people create cards, write notes and request reports while signed webhooks arrive, among them each report's link four times; the process is killed at a random moment after its start, before and after it is ready, and started again; ${KILL_COMPARISON}`;

export const kill = defineClaim({
  name: "kill",
  covers: {
    routes: ["/api/webhooks/issuer"],
    actions: ["create-card", "add-note", "request-report"],
    work: ALL.work,
  },
  table: "faults",
  claim: "100 × `kill -9` under load, PGlite",
  how: HOW,
  goal: KILL_GOAL,
  run: (options) => killUnderLoad("PGlite", options),
});

export const killPostgres = defineClaim({
  name: "kill-postgres",
  covers: {
    routes: ["/api/webhooks/issuer"],
    actions: ["create-card", "add-note", "request-report"],
    work: ALL.work,
  },
  table: "faults",
  claim: "100 × `kill -9` under load, PostgreSQL",
  how: HOW,
  goal: KILL_GOAL,
  run: (options) => killUnderLoad("PostgreSQL", options),
});

async function killUnderLoad(engine: Engine, { isShort, seed }: ProofOptions): Promise<Outcome> {
  const kills = isShort ? 4 : KILLS;
  const random = seededRandom(seed, 1);
  return withWorld({ engine, program: { scenario: "empty" }, env: KILL_ENV }, async (world) => {
    const ledger: Ledger = { intents: [], webhooks: [], cardIds: [] };
    let dashboard = await world.start();
    const people = {
      manager: await signIn(world.origin, "manager"),
      finance: await signIn(world.origin, "finance"),
    };
    const load = { people, sandbox: world.sandbox };
    let beforeReady = 0;
    for (let killed = 0; killed < kills; ) {
      let isOver = false;
      const used = actUntil(ledger, load, () => isOver);
      await sleep(drawBetween(random, MIN_ALIVE_MS, MAX_ALIVE_MS));
      await dashboard.kill();
      killed += 1;
      // People and the issuer go on while it starts.
      while (killed < kills && random() < KILLED_STARTS) {
        const { wasReady } = await world.startAndKill(drawBetween(random, MIN_START_MS, MAX_START_MS));
        if (!wasReady) beforeReady += 1;
        killed += 1;
      }
      isOver = true;
      await used;
      dashboard = await world.start();
      console.log(`  ${killed} kills`);
    }
    await dashboard.stop();
    const outcome = await judge(world, ledger, load, seed);
    return {
      ...outcome,
      figure: `${kills} kills, ${beforeReady} of them before it was ready; ${outcome.figure}`,
      isMet: outcome.isMet && (beforeReady > 0 || isShort),
    };
  });
}
