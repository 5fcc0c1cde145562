import { setTimeout as sleep } from "node:timers/promises";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { type EventStream, openStream, publishEvent, signInPeople } from "./streams";
import { withWorld } from "./world";

const STREAMS = 200;
/** What the server tells browsers to wait before they reconnect. */
const RETRY_MS = 1_000;
const EVENTS = 10;
const GIVE_UP_MS = 60_000;

export const streamRestart = defineClaim({
  name: "stream-restart",
  covers: { routes: ["/api/events"], work: ALL.work },
  table: "faults",
  hasTimes: true,
  claim: "Server restart with event streams open",
  how: `${STREAMS} streams on PostgreSQL reconnect like browsers, every second with the last event's ID; the server is stopped gracefully, and then killed with kill -9; events are published before, during and after each restart; the time counts from the moment the server is ready again`,
  goal: "all back within 5 s, nothing missed",
  run: ({ isShort }) =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "empty" } }, async (world) => {
      const count = isShort ? 20 : STREAMS;
      let dashboard = await world.start();
      const cookies = await world.readDatabase((pool) => signInPeople(pool, Math.ceil(count / 50)));
      const listeners: Listener[] = [];
      for (let index = 0; index < count; index += 1)
        listeners.push(await listen(world.origin, cookies[index % cookies.length] ?? ""));
      return world.readDatabase(async (pool) => {
        const published: number[] = [];
        const publishSome = async () => {
          for (let index = 0; index < EVENTS; index += 1) published.push(await publishEvent(pool));
        };
        const backMs: number[] = [];
        for (const end of ["stop", "kill"] as const) {
          for (const listener of listeners) listener.reconnectedAt = 0;
          await publishSome();
          await dashboard[end]();
          await publishSome();
          dashboard = await world.start();
          const readyAt = Date.now();
          for (; listeners.some(({ reconnectedAt }) => reconnectedAt === 0); await sleep(10))
            if (Date.now() - readyAt > GIVE_UP_MS) break;
          const times = listeners.map(({ reconnectedAt }) => reconnectedAt || Number.POSITIVE_INFINITY);
          backMs.push(Math.max(...times) - readyAt);
          await publishSome();
          await sleep(3_000);
        }
        const missed = listeners.reduce(
          (sum, { received }) => sum + published.filter((id) => !received.has(id)).length,
          0,
        );
        for (const listener of listeners) listener.close();
        const [afterStop = 0, afterKill = 0] = backMs.map((ms) => (ms / 1000).toFixed(1));
        return {
          figure: `${count} streams, ${published.length} events: all back ${afterStop} s after the server was ready, after kill -9 ${afterKill} s, ${missed} missed`,
          isMet: missed === 0 && Math.max(...backMs) <= 5_000,
        };
      });
    }),
});

type Listener = { received: EventStream["received"]; reconnectedAt: number; close(): void };

async function listen(origin: string, cookie: string): Promise<Listener> {
  let isClosed = false;
  let stream = await openStream(origin, cookie);
  const listener: Listener = {
    received: stream.received,
    reconnectedAt: 0,
    close: () => {
      isClosed = true;
      stream.close();
    },
  };
  const reconnect = async (): Promise<void> => {
    await stream.ended;
    while (!isClosed) {
      await sleep(RETRY_MS);
      const next = await openStream(origin, cookie, stream).catch(() => null);
      if (!next) continue;
      stream = next;
      listener.reconnectedAt = Date.now();
      return reconnect();
    }
  };
  void reconnect();
  return listener;
}
