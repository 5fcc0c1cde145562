import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { database, pool } from "@/lib/db/database";
import { EVERYTHING } from "@/lib/domain/topics";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** Says only that something changed: subscribers read the data again, through the usual permission check. */
export type BusEvent = { id: number; topic: string };

type Handler = (event: BusEvent) => void;

const CHANNEL = "cardwell_events";
const PUBLISH_LOCK_KEY = 7_203_117;
const REPLAY_LIMIT = 1000;
const RETRY_MS = 1_000;

type Bus = {
  handlers: Set<Handler>;
  listening: Promise<{ stop(): Promise<void> }>;
  lastId: number;
  isReading: boolean;
  hasUnread: boolean;
};

const slot = processWide<Bus>("event-bus");

/**
 * Notifies all browsers of all instances on this database. Publishers are serialized, so that IDs become visible in
 * order: after event 7 has been read, no event 6 can appear.
 */
export async function publish(topics: readonly string[]): Promise<void> {
  await publishOn(await pool(), topics);
}

/** Publishes with the caller's transaction. Call it last: until the commit, others can't publish. */
export async function publishOn(
  client: Pick<pg.ClientBase, "query"> | pg.Pool,
  topics: readonly string[],
): Promise<void> {
  if (topics.length === 0) return;
  await client.query(
    `with lock as materialized (select pg_advisory_xact_lock(${PUBLISH_LOCK_KEY})),
          published as (insert into events (topic) select topic from lock, unnest($1::text[]) as topic returning id)
     select pg_notify('${CHANNEL}', max(id)::text) from published`,
    [[...new Set(topics)]],
  );
}

/** Calls the handler for every event from now on, in order and once, whichever instance published it. */
export async function subscribe(handler: Handler): Promise<() => void> {
  const bus = openBus();
  await bus.listening;
  bus.handlers.add(handler);
  return () => bus.handlers.delete(handler);
}

/**
 * Returns the events after `lastId`. If there are too many, or that event is no longer stored, returns one event which
 * says that everything may have changed.
 */
export async function eventsSince(lastId: number): Promise<BusEvent[]> {
  const { pool } = await database();
  const { rows } = await pool.query<{ id: string; topic: string }>(
    `select id, topic from events where id >= $1 order by id limit ${REPLAY_LIMIT + 2}`,
    [lastId],
  );
  const events = rows.map(({ id, topic }) => ({ id: Number(id), topic }));
  const missed = events.filter(({ id }) => id > lastId);
  const isComplete = lastId === 0 ? (events[0]?.id ?? 1) === 1 : events[0]?.id === lastId;
  if (isComplete && missed.length <= REPLAY_LIMIT) return missed;
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
    hasUnread: false,
  };
  bus.listening.catch(() => undefined);
  slot.current = bus;
  bus.listening = listen(bus);
  bus.listening.catch(() => {
    if (slot.current === bus) slot.current = undefined;
  });
  return bus;
}

/** A notification is only a hint to read the table, so lost or duplicate ones do no harm. */
async function listen(bus: Bus): Promise<{ stop(): Promise<void> }> {
  const db = await database();
  let isReady = false;
  const wake = () => {
    if (isReady) void readNewEvents(bus);
  };
  const listening = await db.listen(CHANNEL, { onMessage: wake, onReconnect: wake });
  bus.lastId = await latestEventId();
  isReady = true;
  return listening;
}

async function readNewEvents(bus: Bus): Promise<void> {
  bus.hasUnread = true;
  if (bus.isReading) return;
  bus.isReading = true;
  while (bus.hasUnread && slot.current === bus) {
    bus.hasUnread = false;
    try {
      for (const event of await eventsSince(bus.lastId)) {
        bus.lastId = event.id;
        for (const handler of bus.handlers) handler(event);
      }
    } catch (error) {
      log().error({ err: error }, "Could not read events");
      bus.hasUnread = true;
      await pause(RETRY_MS, undefined, { ref: false });
    }
  }
  bus.isReading = false;
}
