import autocannon from "autocannon";
import { type Claim, defineClaim, type Outcome } from "./claim";
import { ALL } from "./coverage";
import { waitForIndex } from "./restart";
import { signIn } from "./visitor";
import { enginesOf, type World, withWorld } from "./world";

const CONNECTIONS = 10;
const SECONDS = 20;
const WARM_UP_SECONDS = 5;

type Load = { perSecond: number; p99: number; failed: number };

export const reads = defineClaim({
  name: "reads",
  covers: { routes: ["/api/search", "/api/transactions/totals"], work: ALL.work },
  table: "load",
  claim: "Authenticated reads by GET",
  how: "10 connections read /api/search?text=mar and /api/transactions/totals (both from the index, so without the issuer's own time) with a session cookie for 20 s each, on PGlite and on PostgreSQL, after a warm-up",
  goal: "≥ 250/s, p99 ≤ 80 ms",
  run: ({ isShort }) =>
    measurePaths(
      ["/api/search?text=mar", "/api/transactions/totals?status=DECLINED"],
      isShort,
      ({ perSecond, p99 }) => perSecond >= 250 && p99 <= 80,
    ),
});

export const pages = defineClaim({
  name: "pages",
  covers: { pages: ["/cards"], work: ALL.work },
  table: "load",
  claim: "Server-rendered list pages",
  how: "10 connections read /cards and /cards?status=FROZEN (fifty rows) with a session cookie for 20 s each, on PGlite and on PostgreSQL, after a warm-up; client, dashboard and issuer share the two cores",
  goal: "≥ 70/s",
  run: ({ isShort }) =>
    measurePaths(["/cards", "/cards?status=FROZEN"], isShort, ({ perSecond }) => perSecond >= 70),
});

async function measurePaths(
  paths: string[],
  isShort: boolean,
  isEnough: (load: Load) => boolean,
): ReturnType<Claim["run"]> {
  const figures: string[] = [];
  let isMet = true;
  for (const engine of enginesOf(isShort)) {
    const loads = await withWorld({ engine, program: { scenario: "demo" } }, async (world) => {
      await world.start();
      await waitForIndex(world);
      return measureLoads(world, paths, isShort);
    });
    for (const [path, load] of loads) {
      figures.push(
        `${engine} ${path}: ${Math.round(load.perSecond)}/s, p99 ${load.p99} ms, ${load.failed} failed`,
      );
      isMet &&= isEnough(load) && load.failed === 0;
    }
  }
  return { figure: figures.join("; "), isMet } satisfies Outcome;
}

async function measureLoads({ origin }: World, paths: string[], isShort: boolean): Promise<[string, Load][]> {
  const { cookie } = await signIn(origin, "manager");
  const load = (path: string, duration: number) =>
    autocannon({ url: `${origin}${path}`, connections: CONNECTIONS, duration, headers: { cookie } });
  const measured: [string, Load][] = [];
  for (const path of paths) {
    await load(path, isShort ? 1 : WARM_UP_SECONDS);
    const { requests, latency, non2xx, errors } = await load(path, isShort ? 2 : SECONDS);
    measured.push([path, { perSecond: requests.average, p99: latency.p99, failed: non2xx + errors }]);
  }
  return measured;
}
