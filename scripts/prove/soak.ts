import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cardRequest } from "@/e2e/fixtures/card-request";
import { verifyChain } from "@/lib/audit/verify";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { draw, drawBelow, expandWeights, seededRandom } from "@/sandbox/scenarios/random";
import { deliver } from "@/scripts/bench/report-issuer";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { waitForIndex } from "./restart";
import { openStream } from "./streams";
import { signIn, type Visitor } from "./visitor";
import { countHandles, memoryMb, type World, withWorld } from "./world";

/** A person does something every ten seconds; ten people at 20 times speed do 20 things per second. */
const PEOPLE = 10;
const PAUSE_MS = 500;
/** The first part fills caches and pools. */
const WARM_UP_SHARE = 0.25;
const MAX_MORE_HANDLES = 20;
const MAX_GROWTH_MB_PER_HOUR = 30;

type Random = () => number;
type Sample = { megabytes: number; handles: number; databaseMb: number };

const PATHS = [
  "/",
  "/cards",
  "/transactions",
  "/cards?status=FROZEN",
  "/designs",
  "/reports",
  "/webhooks",
  "/audit",
];
const TEXTS = ["mar", "ltd", "4471", "an", "so", "cust"];

export const soak = defineClaim({
  name: "soak",
  covers: { actions: ["freeze-card", "create-card", "add-note"], routes: ["/api/events"], work: ALL.work },
  table: "soak",
  hasTimes: true,
  claim: "An hour of random use at 20 times speed",
  how: "ten people open pages, search, freeze, create, note, export, and open and cut event streams at 20 actions per second, while signed webhooks and purchases arrive, on PostgreSQL; memory, open files and database size are sampled every ten seconds; growth is between the medians of the second and the last quarter",
  goal: "no 5xx, ≤ 30 MB more memory per hour, ≤ 20 more open files, audit chain whole",
  run: ({ isShort, seed, minutes }) =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "demo" } }, async (world) => {
      const dashboard = await world.start();
      await waitForIndex(world);
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, index) => signIn(world.origin, index % 2 ? "manager" : "admin")),
      );
      const cardIds = (await world.sandbox.listCards()).results.map(({ id }) => id);
      const endAt = Date.now() + (isShort ? 20_000 : minutes * 60_000);
      const problems: string[] = [];
      let acts = 0;
      const live = async (person: Visitor, index: number) => {
        const random = seededRandom(seed, 100 + index);
        await sleep(random() * PAUSE_MS);
        for (; Date.now() < endAt; await sleep(PAUSE_MS)) {
          const problem = await actRandomly({ world, person, random, cardIds }).catch(String);
          if (problem) problems.push(problem);
          acts += 1;
        }
      };
      const samples: Sample[] = [];
      const watch = async () => {
        for (; Date.now() < endAt; await sleep(isShort ? 1_000 : 10_000))
          samples.push({
            megabytes: memoryMb(dashboard.pid),
            handles: countHandles(dashboard.pid),
            databaseMb: await readDatabaseMb(world),
          });
      };
      await Promise.all([...people.map(live), watch()]);
      const isChainWhole = await world.readDatabase(async (pool) => (await verifyChain(pool)).isUnbroken);
      const [before, after] = [medianOf(samples, WARM_UP_SHARE), medianOf(samples, 0.75)];
      const hours = Math.max(minutes / 60, 0.25);
      return {
        figure: `${isShort ? "20 s" : `${minutes} minutes`}, ${acts} acts: ${problems.length} 5xx or errors${problems[0] ? ` (${problems[0]})` : ""}, memory ${before.megabytes} → ${after.megabytes} MB, open files ${before.handles} → ${after.handles}, database ${samples[0]?.databaseMb} → ${samples.at(-1)?.databaseMb} MB, audit chain ${isChainWhole ? "whole" : "broken"}`,
        isMet:
          problems.length === 0 &&
          isChainWhole &&
          after.handles - before.handles <= MAX_MORE_HANDLES &&
          after.megabytes - before.megabytes <= MAX_GROWTH_MB_PER_HOUR * hours,
        seed,
      };
    }),
});

type Moment = { world: World; person: Visitor; random: Random; cardIds: string[] };

/** Returns what went wrong, or null. */
async function actRandomly({ world, person, random, cardIds }: Moment): Promise<string | null> {
  const cardId = draw(random, cardIds);
  const open = async (path: string) => {
    const response = await person.get(path);
    await response.arrayBuffer();
    return response.status >= 500 ? `${response.status} ${path}` : null;
  };
  const act = async (name: string, input: unknown) => {
    const result = await person.act(name, randomUUID(), input);
    return !result.ok && result.error.code === "internal" ? `${name}: ${result.error.message}` : null;
  };
  const choices: [act: () => Promise<string | null>, weight: number][] = [
    [() => open(draw(random, PATHS)), 40],
    [() => open(`/cards/${cardId}`), 15],
    [() => open(`/api/search?text=${draw(random, TEXTS)}`), 15],
    [() => act("freezeCard", { cardId, freeze: true }), 5],
    [() => act("addNote", { subject: `card:${cardId}`, body: "Called back" }), 3],
    [() => act("confirmIdentity", { way: "password", password: DEMO_PASSWORD }), 1],
    [() => act("createCard", cardRequest({})), 2],
    [() => open("/api/cards/export?status=FROZEN"), 1],
    [() => openAndCutStream(person), 5],
    [() => sendWebhook(world), 10],
    [() => world.sandbox.authorize(cardId, 1 + drawBelow(random, 50)).then(() => null), 4],
  ];
  return draw(random, expandWeights(choices, 100))();
}

async function openAndCutStream({ origin, cookie }: Visitor): Promise<null> {
  const stream = await openStream(origin, cookie);
  setTimeout(() => stream.close(), 2_000);
  return null;
}

async function sendWebhook({ origin }: World): Promise<string | null> {
  const status = await deliver(`${origin}/api/webhooks/issuer`, { eventType: randomUUID() });
  return status === 202 ? null : `a webhook was answered with ${status}`;
}

async function readDatabaseMb(world: World): Promise<number> {
  const { rows } = await world.readDatabase((pool) =>
    pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes"),
  );
  return Math.round(Number(rows[0]?.bytes) / 1e6);
}

/** The medians of a quarter of the samples. */
function medianOf(samples: Sample[], from: number): { megabytes: number; handles: number } {
  const part = samples.slice(
    Math.floor(samples.length * from),
    Math.floor(samples.length * (from + 0.25)) + 1,
  );
  const median = (name: "megabytes" | "handles") =>
    part.map((sample) => sample[name]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? Number.NaN;
  return { megabytes: median("megabytes"), handles: median("handles") };
}
