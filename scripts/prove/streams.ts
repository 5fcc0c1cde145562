import { randomUUID } from "node:crypto";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import type pg from "pg";
import { insertPerson } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import { publish } from "@/lib/events/bus";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { signIn, type Visitor } from "./visitor";
import { AUTH_SECRET, countHandles, memoryMb, type World, withWorld } from "./world";

const STREAMS = 2_000;
/** The dashboard's limit for one person. */
const STREAMS_PER_PERSON = 50;
const EVENTS = 20;
const CYCLES = 50_000;
const CONCURRENT_CYCLES = 50;
const MAX_P99_MS = 250;
const MAX_GROWTH_MB = 30;
const MAX_MORE_HANDLES = 20;

export const streams = defineClaim({
  name: "streams",
  covers: { routes: ["/api/events"], work: ALL.work },
  table: "load",
  claim: "2,000 open event streams",
  how: "2,000 streams of 40 people on PostgreSQL; 20 events are published one after another, and the time from the commit to the last byte at each stream is measured by a client on the same machine",
  goal: "every event reaches all, p99 ≤ 250 ms",
  run: ({ isShort }) =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "empty" } }, async (world) => {
      await world.start();
      const count = isShort ? 200 : STREAMS;
      const cookies = await world.readDatabase((pool) => signInPeople(pool, count / STREAMS_PER_PERSON));
      const open: EventStream[] = [];
      for (let index = 0; index < count; index += 1)
        open.push(await openStream(world.origin, cookies[index % cookies.length] ?? ""));
      const delays = await world.readDatabase((pool) => publishEvents(pool, open, isShort ? 3 : EVENTS));
      for (const stream of open) stream.close();
      const missed = count * (isShort ? 3 : EVENTS) - delays.length;
      const p99 = delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN;
      return {
        figure: `${count} streams: ${missed} events missed, p99 ${Math.round(p99)} ms`,
        isMet: missed === 0 && p99 <= MAX_P99_MS,
      };
    }),
});

export const streamCycles = defineClaim({
  name: "stream-cycles",
  covers: { routes: ["/api/events"], work: ALL.work },
  table: "load",
  claim: "50,000 connects and disconnects of event streams",
  how: "50,000 streams are opened and cut by the client after their first byte, 50 at a time, on PostgreSQL; open files and resident memory of the dashboard before (after 5,000 warm-up cycles) and afterward; streams are those that the dashboard itself counts on its connection page",
  goal: "no growth: ≤ 20 more open files, ≤ 30 MB more memory, 0 streams left",
  run: ({ isShort }) =>
    withWorld({ engine: "PostgreSQL", program: { scenario: "empty" } }, async (world) => {
      const dashboard = await world.start();
      const cycles = isShort ? 1_000 : CYCLES;
      const [cookie = ""] = await world.readDatabase((pool) => signInPeople(pool, 1));
      const admin = await signIn(world.origin, "admin");
      await checkCount(world, admin, cookie);
      await cycle(world, cookie, cycles / 10);
      const before = await observe(dashboard.pid);
      await cycle(world, cookie, cycles);
      const after = await observe(dashboard.pid);
      const left = await countStreams(admin);
      const handles = after.handles - before.handles;
      const megabytes = after.megabytes - before.megabytes;
      return {
        figure: `${cycles} cycles: open files ${before.handles} → ${after.handles}, memory ${before.megabytes} → ${after.megabytes} MB, ${left} streams left`,
        isMet: handles <= MAX_MORE_HANDLES && megabytes <= MAX_GROWTH_MB && left === 0,
      };
    }),
});

/** The dashboard's own count. */
async function countStreams(admin: Visitor): Promise<number> {
  const page = await (await admin.get("/settings/connection")).text();
  return Number(/Connected browsers\s+(\d+)/.exec(page.replace(/<[^>]*>/g, " "))?.[1]);
}

/** Throws if the dashboard doesn't count streams that are open. */
async function checkCount({ origin }: World, admin: Visitor, cookie: string): Promise<void> {
  const open = [await openStream(origin, cookie), await openStream(origin, cookie)];
  const count = await countStreams(admin);
  for (const stream of open) stream.close();
  if (count !== open.length) throw new Error(`The dashboard counts ${count} of ${open.length} open streams`);
}

/** After two heartbeats, at which the server notices what has ended. */
async function observe(pid: number): Promise<{ handles: number; megabytes: number }> {
  await sleep(6_000);
  return { handles: countHandles(pid), megabytes: memoryMb(pid) };
}

async function cycle({ origin }: World, cookie: string, count: number): Promise<void> {
  let left = count;
  const connect = async () => {
    while (left > 0) {
      left -= 1;
      (await openStream(origin, cookie)).close();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CYCLES }, connect));
}

/** One cookie each. */
export async function signInPeople(pool: pg.Pool, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `listener-${index}@example.com`;
    const person = { email, name: email, role: "manager", state: "active", passwordHash: null } as const;
    const personId = (await insertPerson(pool, person)) ?? "";
    const sid = await createSession(pool, { personId, address: null, userAgent: null });
    cookies.push(`cardwell.session=${await encode({ token: { sid }, secret: AUTH_SECRET })}`);
  }
  return cookies;
}

export type EventStream = {
  /** The IDs of received events, with the time of each. */
  received: Map<number, number>;
  lastId: number;
  ended: Promise<void>;
  close(): void;
};

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Resolves when the stream has caught up; continues a previous one like a browser that reconnects. */
export function openStream(
  origin: string,
  cookie: string,
  previous?: Pick<EventStream, "received" | "lastId">,
): Promise<EventStream> {
  const headers = { cookie, ...(previous ? { "last-event-id": String(previous.lastId) } : {}) };
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/api/events`, { agent, headers }, (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        response.resume();
        return reject(new Error(`The event stream answered ${response.statusCode}`));
      }
      const ended = new Promise<void>((done) => response.once("close", () => done()));
      const { received, lastId } = previous ?? { received: new Map<number, number>(), lastId: 0 };
      const stream = { received, lastId, ended, close: () => request.destroy() };
      let text = "";
      response.on("error", () => undefined);
      response.on("data", (chunk) => {
        const atMs = performance.now();
        text += String(chunk);
        const parts = text.split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) {
          const id = Number(/^id: (\d+)$/m.exec(part)?.[1] ?? 0);
          if (id > 0) stream.lastId = id;
          if (/^event: ready$/m.test(part)) resolve(stream);
          else if (id > 0) stream.received.set(id, atMs);
        }
      });
    });
    request.on("error", reject);
  });
}

/** Returns the ID of an event that every listener may receive. */
export async function publishEvent(pool: pg.Pool): Promise<number> {
  const topic = `card:${randomUUID()}`;
  await publish([topic]);
  const { rows } = await pool.query<{ id: string }>("select id from events where topic = $1", [topic]);
  return Number(rows[0]?.id);
}

/** The delay of each event at each stream that received it. */
async function publishEvents(pool: pg.Pool, streams: EventStream[], count: number): Promise<number[]> {
  const sentAt = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const atMs = performance.now();
    sentAt.set(await publishEvent(pool), atMs);
    await sleep(1_000);
  }
  return streams.flatMap(({ received }) =>
    [...sentAt].flatMap(([id, atMs]) => (received.has(id) ? [(received.get(id) ?? 0) - atMs] : [])),
  );
}
