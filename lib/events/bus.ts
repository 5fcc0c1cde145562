import "server-only";
import { database } from "@/lib/db/database";
import { log } from "@/lib/log";

/** That something changed, never what: whoever hears it reads again, through the same permission check. */
export type BusEvent = { id: number; topic: string };

type Handler = (event: BusEvent) => void;

const CHANNEL = "cardwell_events";
const OVERLAP_SECONDS = 5;
const REPLAY_LIMIT = 1000;

type Bus = { handlers: Set<Handler>; listening: Promise<{ stop(): Promise<void> }>; lastId: number };

const shared = globalThis as typeof globalThis & { cardwellBus?: Bus };

/** Tells every browser at every dashboard on this database. */
export async function publish(topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const { pool } = await database();
  await pool.query(
    `with told as (insert into events (topic) select unnest($1::text[]) returning id, topic)
     select pg_notify('${CHANNEL}', json_build_object('id', id, 'topic', topic)::text) from told`,
    [[...new Set(topics)]],
  );
}

/** Hears every event from now on, whichever dashboard raised it. */
export async function subscribe(handler: Handler): Promise<() => void> {
  const bus = openBus();
  await bus.listening;
  bus.handlers.add(handler);
  return () => bus.handlers.delete(handler);
}

/** What happened after an event that was seen. Ids may be committed out of order, so a little is told twice. */
export async function eventsSince(lastId: number): Promise<BusEvent[]> {
  const { pool } = await database();
  const { rows } = await pool.query<{ id: string; topic: string }>(
    `select id, topic from events
     where id > $1 or (id <> $1 and at > (select at from events where id = $1) - interval '${OVERLAP_SECONDS} seconds')
     order by id limit ${REPLAY_LIMIT}`,
    [lastId],
  );
  return rows.map(({ id, topic }) => ({ id: Number(id), topic }));
}

export async function latestEventId(): Promise<number> {
  const { pool } = await database();
  const { rows } = await pool.query<{ id: string | null }>("select max(id) as id from events");
  return Number(rows[0]?.id ?? 0);
}

export async function closeBus(): Promise<void> {
  const bus = shared.cardwellBus;
  delete shared.cardwellBus;
  const listening = await bus?.listening.catch(() => null);
  await listening?.stop();
}

function openBus(): Bus {
  if (shared.cardwellBus) return shared.cardwellBus;
  const bus: Bus = { handlers: new Set(), lastId: 0, listening: Promise.reject(new Error("not yet")) };
  bus.listening.catch(() => undefined);
  const tell = (event: BusEvent) => {
    bus.lastId = Math.max(bus.lastId, event.id);
    for (const handler of bus.handlers) handler(event);
  };
  bus.listening = database().then((db) =>
    db.listen(CHANNEL, {
      onMessage: (payload) => tell(JSON.parse(payload) as BusEvent),
      onReconnect: () => {
        eventsSince(bus.lastId).then(
          (missed) => missed.forEach(tell),
          (error) => log().error({ err: error }, "missed events could not be read"),
        );
      },
    }),
  );
  bus.listening.catch(() => delete shared.cardwellBus);
  shared.cardwellBus = bus;
  return bus;
}
