import "server-only";
import type { Actor } from "@/lib/auth/sessions";
import { findLiveSessions } from "@/lib/auth/sessions";
import { can } from "@/lib/domain/permissions";
import { isForPerson, topicPermission } from "@/lib/domain/topics";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { type BusEvent, eventsSince, latestEventId, subscribe } from "./bus";

const HEARTBEAT_MS = 2_500;
const RETRY_MS = 1_000;
/** A browser needs one for all its tabs, and many people may share a demo account. */
const STREAMS_PER_PERSON = 50;

const encoder = new TextEncoder();

type Stream = {
  actor: Actor;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The last event that it was told or that its page includes. */
  lastId: number;
  /** What happens while the missed events are read; null from then on. */
  held: BusEvent[] | null;
  /** Whether the browser was told that the session is about to end for being idle. */
  isIdleSoon: boolean;
};

type Hub = { streams: Set<Stream>; timer: NodeJS.Timeout; ready: Promise<unknown> };

/** Null once the server is stopping. */
const slot = processWide<Hub | null>("stream-hub");

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
  if (slot.current !== hub) return null;
  let stream: Stream | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = { actor, controller, lastId: lastEventId ?? 0, held: [], isIdleSoon: false };
      makeRoom(hub, actor.id);
      hub.streams.add(stream);
    },
    cancel() {
      if (stream) close(stream);
    },
  });
  if (stream) await catchUp(stream, lastEventId);
  return slot.current === hub ? readable : null;
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
  const hub = slot.current;
  slot.current = null;
  clearInterval(hub?.timer);
  for (const stream of hub?.streams ?? []) close(stream);
}

export function countStreams(): number {
  return slot.current?.streams.size ?? 0;
}

function openHub(): Hub | null {
  if (slot.current !== undefined) return slot.current;
  const timer = setInterval(() => {
    checkSessions().catch((error) =>
      log().error({ err: error }, "Could not check the sessions of open event streams"),
    );
  }, HEARTBEAT_MS);
  timer.unref();
  const hub: Hub = { streams: new Set(), timer, ready: subscribe(tell) };
  hub.ready.catch(() => {
    if (slot.current === hub) slot.current = undefined;
  });
  slot.current = hub;
  return hub;
}

function tell(event: BusEvent): void {
  const bytes = encode(event);
  for (const stream of slot.current?.streams ?? []) {
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
  const streams = [...(slot.current?.streams ?? [])];
  if (streams.length === 0) return;
  const sessions = await findLiveSessions(streams.map(({ actor }) => actor.sessionId));
  const beat = encoder.encode("event: beat\ndata: {}\n\n");
  for (const stream of streams) {
    const session = sessions.get(stream.actor.sessionId);
    if (!session) {
      send(stream, encoder.encode("event: signed-out\ndata: {}\n\n"));
      close(stream);
      continue;
    }
    stream.actor = session.actor;
    send(stream, beat);
    if (session.isIdleSoon === stream.isIdleSoon) continue;
    stream.isIdleSoon = session.isIdleSoon;
    const idle = JSON.stringify({ isEndingSoon: session.isIdleSoon });
    send(stream, encoder.encode(`event: idle\ndata: ${idle}\n\n`));
  }
}

/** The oldest gives way: a lost connection may have left it behind. A browser that still listens stays away for a while. */
function makeRoom({ streams }: Hub, personId: string): void {
  const own = [...streams].filter(({ actor }) => actor.id === personId);
  for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1))) {
    send(oldest, encoder.encode("event: displaced\ndata: {}\n\n"));
    close(oldest);
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
  slot.current?.streams.delete(stream);
  try {
    stream.controller.close();
  } catch {
    // It was closed or cancelled already.
  }
}
