import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Card } from "@/lib/contract/card";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { readIndexState } from "./index-state";
import type { ListSync } from "./list-sync";
import { restartIndex } from "./restart-index";

const PAGE_SIZE = 4;
/** Of refreshes, after which everything must be known. A background walk would read 16 pages meanwhile. */
const MAX_ROUNDS = 8;

let program: TestProgram;
/** The issuer counts only the current page. */
let countsPage = false;
const originalFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: PAGE_SIZE });
  globalThis.fetch = async (input, init) => {
    const response = await originalFetch(input, init);
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (!countsPage || !url.pathname.endsWith("/cards/")) return response;
    const page = (await response.json()) as { results: unknown[] };
    return Response.json({ ...page, count: page.results.length });
  };
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await program.close();
});

let seed = 0;
async function replaceWorld(cards: number): Promise<void> {
  seed += 1;
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards, transactions: 0, seed });
}

function cardsSync(): ListSync {
  const [cards] = program.listSyncs();
  if (!cards) throw new Error("No lists");
  return cards;
}

type Step = "walk" | "refresh" | "restart";

async function take(steps: readonly Step[], sync: ListSync): Promise<ListSync> {
  let current = sync;
  for (const step of steps) {
    if (step === "restart") current = cardsSync();
    else await current[step]();
  }
  return current;
}

async function missingIds(): Promise<string[]> {
  const { rows } = await program.db.pool.query<{ id: string }>("select id from indexed_cards");
  const known = new Set(rows.map(({ id }) => id));
  return (await listAll<Card>(program.sandbox, "cards")).map(({ id }) => id).filter((id) => !known.has(id));
}

/** As the sync does: urgent walks to their end, else two background steps between two refreshes. */
async function goOn(sync: ListSync): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await sync.refresh();
    if (await sync.isUrgent()) while (await sync.isUrgent()) await sync.walk();
    else await take(["walk", "walk"], sync);
  }
}

const steps = fc.array(fc.constantFrom<Step>("walk", "refresh", "restart"), { maxLength: 6 });
const worlds = fc.record({
  before: fc.integer({ min: 0, max: 20 }),
  after: fc.integer({ min: 0, max: 140 }),
  stepsBefore: steps,
  stepsAfter: steps,
  isUncounted: fc.boolean(),
});

it("is known completely, in whatever order background steps, refreshes, and restarts come", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ before, after, stepsBefore, stepsAfter, isUncounted }) => {
      countsPage = false;
      await replaceWorld(before);
      await catchUp(program.listSyncs().slice(0, 1));
      const sync = await take(stepsBefore, cardsSync());
      countsPage = isUncounted;
      await replaceWorld(after);
      await goOn(await take(stepsAfter, sync));
      expect(await missingIds()).toEqual([]);
      const { cards } = await readIndexState();
      expect(cards.isComplete).toBe(true);
      // Without a count nobody knows that old cards are gone, before the issuer is asked for them.
      if (!isUncounted) expect(cards.known).toBe(after);
    }),
    {
      numRuns: 8,
      examples: [
        [{ before: 5, after: 140, stepsBefore: [], stepsAfter: ["walk"], isUncounted: false }],
        [{ before: 5, after: 140, stepsBefore: ["walk"], stepsAfter: ["walk"], isUncounted: true }],
        [{ before: 5, after: 140, stepsBefore: [], stepsAfter: ["walk", "restart"], isUncounted: true }],
      ],
    },
  );
}, 240_000);

it("is incomplete until all of it was read, even if as many cards are known as the issuer has", async () => {
  countsPage = false;
  await replaceWorld(60);
  await catchUp(program.listSyncs().slice(0, 1));
  const sync = cardsSync();
  await replaceWorld(60);
  await sync.walk();
  expect((await readIndexState()).cards).toMatchObject({ known: 64, total: 60, isComplete: false });
  await sync.refresh();
  const afterRestart = cardsSync();
  await afterRestart.refresh();
  expect((await readIndexState()).cards.isComplete).toBe(false);
  expect(await afterRestart.isUrgent()).toBe(true);
  while (await afterRestart.isUrgent()) await afterRestart.walk();
  expect((await readIndexState()).cards).toMatchObject({ known: 60, isComplete: true });
});

it("is read on when the world is replaced during the first sync", async () => {
  countsPage = false;
  await program.sandbox.call("POST", "/sandbox/reset", { scenario: "empty" });
  await catchUp(program.listSyncs().slice(0, 1));
  await replaceWorld(60);
  await restartIndex();
  const sync = cardsSync();
  await take(["refresh", "walk", "walk", "walk", "walk", "walk"], sync);
  await replaceWorld(100);
  await goOn(sync);
  expect(await missingIds()).toEqual([]);
  expect((await readIndexState()).cards).toMatchObject({ known: 100, isComplete: true });
});

it("leaves nothing unread after a refresh that reached what is known", async () => {
  countsPage = false;
  await replaceWorld(30);
  await catchUp(program.listSyncs().slice(0, 1));
  const sync = cardsSync();
  for (let card = 0; card < 2 * PAGE_SIZE + 1; card += 1)
    await program.sandbox.api("POST", "/cards/", sampleConsumerRequest());
  await sync.refresh();
  expect((await readIndexState()).cards).toMatchObject({ known: 39, isComplete: true });
  expect(await sync.isUrgent()).toBe(false);
});
