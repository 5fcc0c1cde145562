import { setTimeout as sleep } from "node:timers/promises";
import { drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { startIssuerProxy } from "./issuer-proxy";
import { signIn } from "./visitor";
import { withWorld } from "./world";

const LIMITS = 50;
const READERS = 4;
const WARM_UP_MS = 5_000;
/** Calls that were already on their way when the 429 was sent. */
const IN_FLIGHT_MS = 100;

export const rateLimits = defineClaim({
  name: "rate-limits",
  covers: { pages: ["/cards"], work: ALL.work },
  table: "faults",
  hasTimes: true,
  claim: "429 with Retry-After",
  how: `a proxy answers one call with 429 and Retry-After of 1 to 3 s, ${LIMITS} times at random moments, while four people read /cards and the index keeps calling; it counts calls that arrive before their time (later than ${IN_FLIGHT_MS} ms after the 429)`,
  goal: "no call before its time",
  run: ({ isShort, seed }) =>
    withWorld({ program: { scenario: "demo" } }, async (world) => {
      const proxy = await startIssuerProxy(world.sandboxPort);
      const random = seededRandom(seed, 4);
      const limits: { fromMs: number; untilMs: number }[] = [];
      let isDue = false;
      proxy.refuse = ({ atMs }) => {
        if (!isDue) return null;
        isDue = false;
        const seconds = drawBetween(random, 1, 3);
        limits.push({ fromMs: atMs, untilMs: atMs + seconds * 1000 });
        return { status: 429, headers: { "retry-after": String(seconds) } };
      };
      try {
        await world.start({ SANDBOX_PORT: String(proxy.port) });
        const manager = await signIn(world.origin, "manager");
        let isOver = false;
        const read = async () => {
          while (!isOver) await (await manager.get("/cards")).arrayBuffer();
        };
        const readers = Promise.all(Array.from({ length: READERS }, read));
        // Opens the connections, so that calls sent at once also arrive at once.
        await sleep(WARM_UP_MS);
        const callsBefore = proxy.calls.length;
        while (limits.length < (isShort ? 2 : LIMITS)) {
          isDue = true;
          while (isDue) await sleep(10);
          await sleep(
            Math.max(0, (limits.at(-1)?.untilMs ?? 0) - performance.now()) + drawBetween(random, 0, 500),
          );
        }
        isOver = true;
        await readers;
        const early = limits.flatMap(({ fromMs, untilMs }) =>
          proxy.calls
            .map(({ atMs }) => atMs - fromMs)
            .filter((ms) => ms > IN_FLIGHT_MS && ms < untilMs - fromMs),
        );
        return {
          figure: `${limits.length} rate limits, ${proxy.calls.length - callsBefore} calls: ${early.length} before their time${early.length > 0 ? ` (${early.map(Math.round).join(", ")} ms after the 429)` : ""}`,
          isMet: early.length === 0,
          seed,
        };
      } finally {
        await proxy.close();
      }
    }),
});
