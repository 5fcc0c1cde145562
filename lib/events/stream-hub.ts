import "server-only";
import type { Actor } from "@/lib/auth/sessions";
import { findLiveSessions } from "@/lib/auth/sessions";
import { can } from "@/lib/domain/people/permissions";
import { isForPerson, topicPermission } from "@/lib/domain/topics";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { type BusEvent, eventsSince, latestEventId, subscribe } from "./bus";

const HEARTBEAT_MS = 2_500;
const RETRY_MS = 1_000;
/** A browser needs only one for all its tabs, but many people may share a demo account. */
const MAX_STREAMS_PER_PERSON = 50;

const encoder = new TextEncoder();

type Stream = {
  actor: Actor;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The last event that was sent or that the page includes. */
  lastId: number;
  /** Events that arrive while the missed ones are read; null afterward. */
  buffered: BusEvent[] | null;
  /** Whether the browser was warned that the idle session is about to end. */
  isIdleSoon: boolean;
};

type Hub = { streams: Set<Stream>; timer: NodeJS.Timeout; ready: Promise<unknown> };

/** Null while the server is stopping. */
const slot = processWide<Hub | null>("stream-hub");

/**
 * Opens one browser's event stream. It subscribes before it reads the events since `lastEventId`, so that none is lost.
 * It ends with the session: every few seconds the sessions of all streams are checked in one query. Returns null while
 * the server is stopping, because a browser that reconnects over a kept-alive connection would keep it from exiting.
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
      stream = { actor, controller, lastId: lastEventId ?? 0, buffered: [], isIdleSoon: false };
      closeOldestStreams(hub, actor.id);
      hub.streams.add(stream);
    },
    cancel() {
      if (stream) close(stream);
    },
  });
  if (stream) await catchUp(stream, lastEventId);
  return slot.current === hub ? readable : null;
}

/** `ready` is sent last with the newest ID, so that a connection dropped before it replays the remaining events. */
async function catchUp(stream: Stream, lastEventId: number | null): Promise<void> {
  try {
    const missed = lastEventId === null ? [] : await eventsSince(lastEventId);
    stream.lastId = missed.at(-1)?.id ?? lastEventId ?? (await latestEventId());
    for (const { id, topic } of missed) sendIfPermitted(stream, { id, topic });
    const buffered = stream.buffered ?? [];
    stream.buffered = null;
    for (const event of buffered) sendIfNew(stream, event);
    send(stream, encoder.encode(`retry: ${RETRY_MS}\nid: ${stream.lastId}\nevent: ready\ndata: {}\n\n`));
  } catch (error) {
    close(stream);
    throw error;
  }
}

/** Ends every stream, because a stopping server would otherwise wait for them forever. */
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
  const hub: Hub = { streams: new Set(), timer, ready: subscribe(broadcast) };
  hub.ready.catch(() => {
    if (slot.current === hub) slot.current = undefined;
  });
  slot.current = hub;
  return hub;
}

function broadcast(event: BusEvent): void {
  const bytes = encode(event);
  for (const stream of slot.current?.streams ?? []) {
    if (stream.buffered) stream.buffered.push(event);
    else sendIfNew(stream, event, bytes);
  }
}

/** Skips events that the stream has already read itself. */
function sendIfNew(stream: Stream, event: BusEvent, bytes = encode(event)): void {
  if (event.id <= stream.lastId) return;
  stream.lastId = event.id;
  sendIfPermitted(stream, event, bytes);
}

function sendIfPermitted(stream: Stream, event: BusEvent, bytes = encode(event)): void {
  if (maySee(stream.actor, event.topic)) send(stream, bytes);
}

async function checkSessions(): Promise<void> {
  const streams = [...(slot.current?.streams ?? [])];
  if (streams.length === 0) return;
  const sessions = await findLiveSessions(streams.map(({ actor }) => actor.sessionId));
  const heartbeat = encoder.encode("event: beat\ndata: {}\n\n");
  for (const stream of streams) {
    const session = sessions.get(stream.actor.sessionId);
    if (!session) {
      send(stream, encoder.encode("event: signed-out\ndata: {}\n\n"));
      close(stream);
      continue;
    }
    stream.actor = session.actor;
    send(stream, heartbeat);
    if (session.isIdleSoon === stream.isIdleSoon) continue;
    stream.isIdleSoon = session.isIdleSoon;
    const idle = JSON.stringify({ isEndingSoon: session.isIdleSoon });
    send(stream, encoder.encode(`event: idle\ndata: ${idle}\n\n`));
  }
}

/** Closes the oldest streams, which may belong to lost connections; a displaced browser waits before it reconnects. */
function closeOldestStreams({ streams }: Hub, personId: string): void {
  const own = [...streams].filter(({ actor }) => actor.id === personId);
  for (const oldest of own.slice(0, Math.max(0, own.length - MAX_STREAMS_PER_PERSON + 1))) {
    send(oldest, encoder.encode("event: displaced\ndata: {}\n\n"));
    close(oldest);
  }
}

function maySee(actor: Actor, topic: string): boolean {
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
    // It was closed or canceled already.
  }
}
