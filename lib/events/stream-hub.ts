import "server-only";
import type { Actor } from "@/lib/auth/sessions";
import { findLiveActors } from "@/lib/auth/sessions";
import { can } from "@/lib/domain/permissions";
import { isForPerson, topicPermission } from "@/lib/domain/topics";
import { log } from "@/lib/log";
import { type BusEvent, eventsSince, latestEventId, subscribe } from "./bus";

const HEARTBEAT_MS = 2_500;
const RETRY_MS = 1_000;

const encoder = new TextEncoder();

type Stream = {
  actor: Actor;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The last event that it was told or that its page includes. */
  lastId: number;
  /** What happens while the missed events are read; null from then on. */
  held: BusEvent[] | null;
};

type Hub = { streams: Set<Stream>; timer: NodeJS.Timeout; ready: Promise<unknown> };

/** Null once the server is stopping. */
const shared = globalThis as typeof globalThis & { cardwellStreams?: Hub | null };

/**
 * One browser's stream of events. It listens first and then reads what was missed since `lastEventId`, so that
 * nothing falls in between. It ends with the session: every few seconds all streams' sessions are looked up anew,
 * in one query. Null from a server that is stopping: over a connection that it still holds a browser would come
 * back to it, and keep it from ending.
 */
export async function openStream(
  actor: Actor,
  lastEventId: number | null,
): Promise<ReadableStream<Uint8Array> | null> {
  const hub = openHub();
  if (!hub) return null;
  await hub.ready;
  if (shared.cardwellStreams !== hub) return null;
  let stream: Stream | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = { actor, controller, lastId: lastEventId ?? 0, held: [] };
      hub.streams.add(stream);
    },
    cancel() {
      if (stream) close(stream);
    },
  });
  if (stream) await catchUp(stream, lastEventId);
  return shared.cardwellStreams === hub ? readable : null;
}

/** `ready` comes last and carries the newest id: a connection cut before it replays the rest again. */
async function catchUp(stream: Stream, lastEventId: number | null): Promise<void> {
  try {
    const missed = lastEventId === null ? [] : await eventsSince(lastEventId);
    stream.lastId = missed.at(-1)?.id ?? lastEventId ?? (await latestEventId());
    for (const { id, topic } of missed) tellOne(stream, { id, topic });
    const held = stream.held ?? [];
    stream.held = null;
    for (const event of held) tellNext(stream, event);
    send(stream, encoder.encode(`retry: ${RETRY_MS}\nid: ${stream.lastId}\nevent: ready\ndata: {}\n\n`));
  } catch (error) {
    close(stream);
    throw error;
  }
}

/** Ends every stream, so that a server that is stopping does not wait for browsers that never leave. */
export function closeStreams(): void {
  const hub = shared.cardwellStreams;
  shared.cardwellStreams = null;
  clearInterval(hub?.timer);
  for (const stream of hub?.streams ?? []) close(stream);
}

export function countStreams(): number {
  return shared.cardwellStreams?.streams.size ?? 0;
}

function openHub(): Hub | null {
  if (shared.cardwellStreams !== undefined) return shared.cardwellStreams;
  const timer = setInterval(() => {
    checkSessions().catch((error) =>
      log().error({ err: error }, "sessions of open streams could not be checked"),
    );
  }, HEARTBEAT_MS);
  timer.unref();
  const hub: Hub = { streams: new Set(), timer, ready: subscribe(tell) };
  hub.ready.catch(() => {
    if (shared.cardwellStreams === hub) delete shared.cardwellStreams;
  });
  shared.cardwellStreams = hub;
  return hub;
}

function tell(event: BusEvent): void {
  const bytes = encode(event);
  for (const stream of shared.cardwellStreams?.streams ?? []) {
    if (stream.held) stream.held.push(event);
    else tellNext(stream, event, bytes);
  }
}

/** The bus may be behind what a stream has read for itself: no event is told twice. */
function tellNext(stream: Stream, event: BusEvent, bytes = encode(event)): void {
  if (event.id <= stream.lastId) return;
  stream.lastId = event.id;
  tellOne(stream, event, bytes);
}

function tellOne(stream: Stream, event: BusEvent, bytes = encode(event)): void {
  if (mayHear(stream.actor, event.topic)) send(stream, bytes);
}

async function checkSessions(): Promise<void> {
  const streams = [...(shared.cardwellStreams?.streams ?? [])];
  if (streams.length === 0) return;
  const actors = await findLiveActors(streams.map(({ actor }) => actor.sessionId));
  const beat = encoder.encode("event: beat\ndata: {}\n\n");
  for (const stream of streams) {
    const actor = actors.get(stream.actor.sessionId);
    if (!actor) {
      send(stream, encoder.encode("event: signed-out\ndata: {}\n\n"));
      close(stream);
      continue;
    }
    stream.actor = actor;
    send(stream, beat);
  }
}

function mayHear(actor: Actor, topic: string): boolean {
  const permission = topicPermission(topic);
  return permission !== null && can(actor.role, permission) && isForPerson(topic, actor.id);
}

function encode({ id, topic }: BusEvent): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: changed\ndata: ${JSON.stringify({ topic })}\n\n`);
}

function send(stream: Stream, bytes: Uint8Array): void {
  try {
    stream.controller.enqueue(bytes);
  } catch {
    close(stream);
  }
}

function close(stream: Stream): void {
  shared.cardwellStreams?.streams.delete(stream);
  try {
    stream.controller.close();
  } catch {
    // It was closed or cancelled already.
  }
}
