import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { waitForIndex } from "./restart";
import { signIn, type Visitor } from "./visitor";
import { enginesOf, type World, withWorld } from "./world";

const PER_SECOND = 500;
const SECONDS = 20;
const READ_PAUSE_MS = 50;
const GOAL_MS = 200;

export const loginFlood = defineClaim({
  name: "login-flood",
  covers: { pages: ["/cards"], routes: ["/api/auth/[...nextauth]", "/api/search"], work: ALL.work },
  table: "load",
  claim: "Login flood of 500/s",
  how: "sign-in attempts with wrong passwords for 100 accounts at 500 per second for 20 s, while a signed-in person reads /api/search and /cards in turn; on PGlite and on PostgreSQL",
  goal: "dashboard reads p99 ≤ 200 ms",
  async run({ isShort }) {
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { p99, reads, failed, attempts } = await withWorld(
        { engine, program: { scenario: "demo" } },
        (world) => flood(world, isShort ? 2 : SECONDS),
      );
      figures.push(
        `${engine}: ${Math.round(attempts)} attempts/s answered, ${reads} reads, p99 ${Math.round(p99)} ms, ${failed} failed`,
      );
      isMet &&= p99 <= GOAL_MS && failed === 0 && attempts >= PER_SECOND * 0.95;
    }
    return { figure: figures.join("; "), isMet };
  },
});

async function flood(world: World, seconds: number) {
  await world.start();
  await waitForIndex(world);
  const visitor = await signIn(world.origin, "manager");
  const warmUp = await timeReads(visitor, Date.now() + 3_000);
  if (warmUp.failed > 0) throw new Error("The dashboard failed before the flood");
  const csrf = await fetch(`${world.origin}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const attempts = autocannon({
    url: `${world.origin}/api/auth/callback/credentials`,
    connections: 50,
    overallRate: PER_SECOND,
    duration: seconds,
    requests: Array.from({ length: 100 }, (_, person) => ({
      method: "POST" as const,
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        csrfToken,
        json: "true",
        email: `person-${person}@example.com`,
        password: "a wrong password",
      }).toString(),
    })),
  });
  const { times, failed } = await timeReads(visitor, Date.now() + seconds * 1000);
  times.sort((a, b) => a - b);
  return {
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    reads: times.length,
    failed,
    attempts: (await attempts).requests.average,
  };
}

async function timeReads(visitor: Visitor, until: number): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  for (let count = 0; Date.now() < until; count += 1) {
    const startedAt = performance.now();
    const response = await visitor.get(count % 2 === 0 ? "/api/search?text=mar" : "/cards?status=FROZEN");
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (response.status !== 200) failed += 1;
    await sleep(READ_PAUSE_MS);
  }
  return { times, failed };
}
