import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "@/lib/db/database";
import { EVERYTHING } from "@/lib/domain/topics";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** That something changed, never what: whoever hears it reads again, through the same permission check. */
export type BusEvent = { id: number; topic: string };

type Handler = (event: BusEvent) => void;

const CHANNEL = "cardwell_events";
const PUBLISH_LOCK_KEY = 7_203_117;
const REPLAY_LIMIT = 1000;
const READ_AGAIN_MS = 1_000;

type Bus = {
  handlers: Set<Handler>;
  listening: Promise<{ stop(): Promise<void> }>;
  lastId: number;
  isReading: boolean;
  isBehind: boolean;
};

const slot = processWide<Bus>("event-bus");

/**
 * Tells every browser at every dashboard on this database. Publishers take turns, so that ids become visible in
 * their order: after event 7 has been read, no event 6 can appear.
 */
export async function publish(topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const { pool } = await database();
  await pool.query(
    `with turn as materialized (select pg_advisory_xact_lock(${PUBLISH_LOCK_KEY})),
          told as (insert into events (topic) select topic from turn, unnest($1::text[]) as topic returning id)
     select pg_notify('${CHANNEL}', max(id)::text) from told`,
    [[...new Set(topics)]],
  );
}

/** Hears every event from now on, in order and once, whichever dashboard raised it. */
export async function subscribe(handler: Handler): Promise<() => void> {
  const bus = openBus();
  await bus.listening;
  bus.handlers.add(handler);
  return () => bus.handlers.delete(handler);
}

/**
 * What happened after an event that was seen. Where that is too much to tell, or the seen event is no longer
 * known, one event says that everything may have changed.
 */
export async function eventsSince(lastId: number): Promise<BusEvent[]> {
  const { pool } = await database();
  const { rows } = await pool.query<{ id: string; topic: string }>(
    `select id, topic from events where id >= $1 order by id limit ${REPLAY_LIMIT + 2}`,
    [lastId],
  );
  const events = rows.map(({ id, topic }) => ({ id: Number(id), topic }));
  const missed = events.filter(({ id }) => id > lastId);
  const reachesBack = lastId === 0 ? (events[0]?.id ?? 1) === 1 : events[0]?.id === lastId;
  if (reachesBack && missed.length <= REPLAY_LIMIT) return missed;
  return [{ id: await latestEventId(), topic: EVERYTHING }];
}

export async function latestEventId(): Promise<number> {
  const { pool } = await database();
  const { rows } = await pool.query<{ id: string | null }>("select max(id) as id from events");
  return Number(rows[0]?.id ?? 0);
}

export async function closeBus(): Promise<void> {
  const bus = slot.current;
  slot.current = undefined;
  const listening = await bus?.listening.catch(() => null);
  await listening?.stop();
}

function openBus(): Bus {
  if (slot.current) return slot.current;
  const bus: Bus = {
    handlers: new Set(),
    listening: Promise.reject(new Error("not yet")),
    lastId: 0,
    isReading: false,
    isBehind: false,
  };
  bus.listening.catch(() => undefined);
  slot.current = bus;
  bus.listening = listen(bus);
  bus.listening.catch(() => {
    if (slot.current === bus) slot.current = undefined;
  });
  return bus;
}

/** A notification is only a hint to read the table, so one that is lost or comes twice does no harm. */
async function listen(bus: Bus): Promise<{ stop(): Promise<void> }> {
  const db = await database();
  let isOpen = false;
  const wake = () => {
    if (isOpen) void readOn(bus);
  };
  const listening = await db.listen(CHANNEL, { onMessage: wake, onReconnect: wake });
  bus.lastId = await latestEventId();
  isOpen = true;
  return listening;
}

async function readOn(bus: Bus): Promise<void> {
  bus.isBehind = true;
  if (bus.isReading) return;
  bus.isReading = true;
  while (bus.isBehind && slot.current === bus) {
    bus.isBehind = false;
    try {
      for (const event of await eventsSince(bus.lastId)) {
        bus.lastId = event.id;
        for (const handler of bus.handlers) handler(event);
      }
    } catch (error) {
      log().error({ err: error }, "Could not read events");
      bus.isBehind = true;
      await pause(READ_AGAIN_MS, undefined, { ref: false });
    }
  }
  bus.isReading = false;
}
