import { setTimeout as sleep } from "node:timers/promises";
import type { IndexSnapshot } from "@/lib/domain/cards/search-results";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { signIn, type Visitor } from "./visitor";
import { type World, withWorld } from "./world";

const ROUNDS = 20;
/** How many cards there are before and after, and how long it may take until all are known. */
const WORLDS = [
  { before: 60, after: 5_000, goalSeconds: 10 },
  { before: 1_500, after: 20_000, goalSeconds: 40 },
] as const;
const GIVE_UP_MS = 600_000;

export const replacedWorld = defineClaim({
  name: "replaced-world",
  covers: { routes: ["/api/index-state"], work: ALL.work },
  table: "faults",
  hasTimes: true,
  claim: "All cards replaced at the issuer",
  how: `the sandbox is reset to other and more cards while a dashboard on PGlite that knows all earlier ones is running and a person is signed in; from then until the dashboard says that all cards are known, ${ROUNDS} times for each size; then the dashboard is stopped, and its cards are compared with the issuer's`,
  goal: "60 → 5,000 cards ≤ 10 s, 1,500 → 20,000 cards ≤ 40 s, every time, and every card is there",
  run: ({ isShort, seed }) =>
    withWorld({ program: { scenario: "empty" } }, async (world) => {
      const figures: string[] = [];
      let isMet = true;
      for (const { before, after, goalSeconds } of isShort ? WORLDS.slice(0, 1) : WORLDS) {
        const seconds: number[] = [];
        let missing = 0;
        for (let round = 0; round < (isShort ? 2 : ROUNDS); round += 1) {
          const replaced = await replaceWorld(world, { before, after, seed: seed + round });
          seconds.push(replaced.seconds);
          missing += replaced.missing;
        }
        const inTime = seconds.filter((each) => each <= goalSeconds).length;
        figures.push(
          `${before} → ${after} cards: ${inTime} of ${seconds.length} within ${goalSeconds} s (${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s), ${missing} cards missing`,
        );
        isMet &&= inTime === seconds.length && missing === 0;
      }
      return { figure: figures.join("; "), isMet, seed };
    }),
});

type Size = { before: number; after: number; seed: number };

async function replaceWorld(world: World, { before, after, seed }: Size) {
  const fill = (cards: number) =>
    world.sandbox.reset({ scenario: "scale", cards, transactions: 0, seed: seed + cards });
  await fill(before);
  const dashboard = await world.start();
  const person = await signIn(world.origin, "manager");
  await waitUntilComplete(person, before);
  await waitUntilGone(person);
  await fill(after);
  const startedAt = performance.now();
  await waitUntilComplete(person, after);
  const seconds = (performance.now() - startedAt) / 1_000;
  await dashboard.stop();
  const known = await world.readDatabase(async (pool) => {
    const { rows } = await pool.query<{ id: string }>("select id from indexed_cards");
    return new Set(rows.map(({ id }) => id));
  });
  const cards = await world.sandbox.allCards();
  return { seconds, missing: cards.filter(({ id }) => !known.has(id)).length };
}

async function waitUntilComplete(person: Visitor, total: number): Promise<void> {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await sleep(100)) {
    const { cards } = await readIndex(person);
    if (cards.isComplete && cards.total === total) return;
  }
  throw new Error(`The dashboard did not know all ${total} cards in time`);
}

/** Until it has removed the cards of the round before. */
async function waitUntilGone(person: Visitor): Promise<void> {
  for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await sleep(100)) {
    const { cards } = await readIndex(person);
    if (cards.known === cards.total) return;
  }
  throw new Error("The dashboard kept cards that are gone");
}

async function readIndex(person: Visitor): Promise<IndexSnapshot> {
  return (await person.get("/api/index-state")).json();
}
