"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { EVERYTHING } from "@/lib/domain/topics";

/** One stream serves all tabs of a browser: the tab that holds this lock owns it and broadcasts to the others. */
// A new number for each change of the messages: tabs of an older build don't understand them.
const LOCK = "cardwell-event-stream-2";
const CHANNEL = "cardwell-events-2";
const REOPEN_MS = 2_000;
/** Reopening at once would displace another stream, which would displace the next, endlessly. */
const DISPLACED_REOPEN_MS = 5 * 60_000;
/** The server sends an event at least every 2.5 s, so after this long the connection is dead even if it looks open. */
const SILENCE_MS = 12_000;
/** Longer than a request takes, so that data which is requested as a component mounts includes the changes before it. */
const REPLAY_MS = 5_000;
/** Back and prefetching show pages that were rendered minutes ago: they need to know what changed since. */
const MAX_REMEMBERED_TOPICS = 2_000;

export type StreamState = "on" | "connecting" | "off";

type Change = { topic: string; id: number };

type Message =
  | ({ kind: "changed" } & Change)
  | { kind: "state"; state: StreamState }
  | { kind: "idle"; isEndingSoon: boolean }
  | { kind: "sync-request"; since: number }
  /** For the tab that sent the same `since`: the current state and the changes up to `lastId`. */
  | {
      kind: "sync-response";
      since: number;
      lastId: number;
      changes: Change[];
      state: StreamState;
      isEndingSoon: boolean;
    }
  | { kind: "signed-out" };

type TopicHandler = (topic: string, id: number) => void;

let state: StreamState = "connecting";
let isEndingSoon = false;
let lastEventId = 0;
/** Changes up to this ID are no longer remembered or were never received. */
let forgottenUpToId = 0;
let stop: (() => void) | null = null;
const remembered = new Map<string, { id: number; at: number }>();
const stateListeners = new Set<() => void>();
const topicHandlers = new Set<TopicHandler>();

/** Whether changes arrive without a reload. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(
    subscribeToState,
    () => state,
    () => "connecting",
  );
}

/** Whether the session is about to end because of inactivity. */
export function useIdleWarning(): boolean {
  return useSyncExternalStore(
    subscribeToState,
    () => isEndingSoon,
    () => false,
  );
}

/** Hides the warning as soon as the person is active, before the server confirms it. */
export function clearIdleWarning(): void {
  setIdle(false);
}

/**
 * Calls back when one of these topics changed: `audit`, or `card:…` for one card. `since` is the last event that the
 * shown data includes: earlier changes are ignored, and later ones are reported even if they happened before mounting.
 */
export function useTopics(topics: readonly string[], onChange: () => void, since?: number): void {
  const latest = useRef({ topics, onChange });
  useEffect(() => {
    latest.current = { topics, onChange };
  });
  useEffect(() => {
    const handler: TopicHandler = (topic) => {
      const isSubscribed = topic === EVERYTHING || latest.current.topics.includes(topic);
      if (isSubscribed) latest.current.onChange();
    };
    return subscribeToTopics(handler, since);
  }, [since]);
}

export function subscribeToTopics(onTopic: TopicHandler, since?: number): () => void {
  const handler: TopicHandler = (topic, id) => {
    if (since === undefined || id > since) onTopic(topic, id);
  };
  topicHandlers.add(handler);
  for (const { topic, id } of since === undefined ? recentChanges() : changesAfter(since)) handler(topic, id);
  return () => {
    topicHandlers.delete(handler);
  };
}

/**
 * Joins the browser's stream. The first tab opens it; when that tab closes, the next one does. The changes after
 * `since`, the last event that the page includes, are delivered first.
 */
export function joinEventStream(since: number, onSignedOut: () => void): () => void {
  stop?.();
  if (since > lastEventId) forgottenUpToId = lastEventId = since;
  const syncSince = lastEventId;
  // `lastEventId` must not advance before the response: a change broadcast now may follow others that this tab missed.
  let isAwaitingSync = true;
  const channel = new BroadcastChannel(CHANNEL);
  const controller = new AbortController();

  const applyChange = ({ topic, id }: Change) => {
    remember(topic, id);
    for (const handler of topicHandlers) handler(topic, id);
  };
  const handleMessage = (message: Message) => {
    if (message.kind === "changed") {
      if (!isAwaitingSync) lastEventId = Math.max(lastEventId, message.id);
      applyChange(message);
    }
    if (message.kind === "sync-response" && isAwaitingSync && message.since === syncSince) {
      isAwaitingSync = false;
      lastEventId = Math.max(lastEventId, message.lastId);
      for (const change of message.changes) applyChange(change);
      setState(message.state);
      setIdle(message.isEndingSoon);
    }
    if (message.kind === "state") {
      setState(message.state);
      // The tab that received the request may be closed; a new leader sends this message.
      if (isAwaitingSync) requestSync();
    }
    if (message.kind === "idle") setIdle(message.isEndingSoon);
    if (message.kind === "signed-out") onSignedOut();
  };
  const broadcast = (message: Message) => {
    handleMessage(message);
    channel.postMessage(message);
  };
  const requestSync = () => channel.postMessage({ kind: "sync-request", since: syncSince } satisfies Message);

  channel.onmessage = ({ data }: MessageEvent<Message>) => handleMessage(data);
  requestSync();
  navigator.locks
    .request(LOCK, { signal: controller.signal }, () => {
      isAwaitingSync = false;
      return runAsLeader(channel, broadcast, controller.signal);
    })
    .catch(() => undefined);

  stop = () => {
    controller.abort();
    channel.close();
    setState("connecting");
    stop = null;
  };
  return stop;
}

/** Keeps the stream open until this tab closes. */
function runAsLeader(
  channel: BroadcastChannel,
  broadcast: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  let source: EventSource | null = null;
  /** A stream that the server closed on purpose isn't reopened when the browser goes online. */
  let isClosedByServer = false;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;

  const resetSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(reopen, SILENCE_MS);
  };

  /** EventSource hides the status: a 401 means that the session has ended; anything else is retried. */
  const handleRejection = async (rejected: EventSource) => {
    const status = await fetch("/api/connection", { signal: AbortSignal.timeout(SILENCE_MS) }).then(
      (response) => response.status,
      () => 0,
    );
    // The `online` event may have opened the next stream in the meantime.
    if (signal.aborted || source !== rejected) return;
    if (status === 401) closePermanently({ kind: "signed-out" });
    else reopenTimer = setTimeout(open, REOPEN_MS);
  };

  const closePermanently = (message: Message) => {
    isClosedByServer = true;
    clearTimeout(silenceTimer);
    source?.close();
    broadcast(message);
  };

  const reopen = () => {
    if (isClosedByServer) return;
    broadcast({ kind: "state", state: "connecting" });
    open();
  };

  const open = () => {
    clearTimeout(reopenTimer);
    source?.close();
    isClosedByServer = false;
    const opened = new EventSource(`/api/events?since=${lastEventId}`);
    source = opened;
    resetSilenceTimer();
    opened.addEventListener("beat", resetSilenceTimer);
    opened.addEventListener("ready", () => {
      resetSilenceTimer();
      broadcast({ kind: "state", state: "on" });
      // A new connection starts without a warning; the first beat brings one if it is due.
      broadcast({ kind: "idle", isEndingSoon: false });
    });
    opened.addEventListener("idle", ({ data }: MessageEvent<string>) => {
      const idle = JSON.parse(data) as { isEndingSoon: boolean };
      broadcast({ kind: "idle", isEndingSoon: idle.isEndingSoon });
    });
    opened.addEventListener("changed", ({ data, lastEventId: id }: MessageEvent<string>) => {
      const { topic } = JSON.parse(data) as { topic: string };
      broadcast({ kind: "changed", topic, id: Number(id) });
    });
    opened.addEventListener("displaced", () => {
      closePermanently({ kind: "state", state: "off" });
      reopenTimer = setTimeout(open, DISPLACED_REOPEN_MS);
    });
    opened.addEventListener("signed-out", () => closePermanently({ kind: "signed-out" }));
    opened.onerror = () => {
      // EventSource reconnects by itself unless the server rejected the stream.
      const isRejected = opened.readyState === EventSource.CLOSED;
      if (isRejected) clearTimeout(silenceTimer);
      broadcast({ kind: "state", state: isRejected ? "off" : "connecting" });
      if (isRejected) void handleRejection(opened);
    };
  };

  const respondToSync = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "sync-request") return;
    const { since } = data;
    const changes = changesAfter(since);
    const message: Message = {
      kind: "sync-response",
      since,
      lastId: lastEventId,
      changes,
      state,
      isEndingSoon,
    };
    channel.postMessage(message);
  };
  channel.addEventListener("message", respondToSync);
  // A connection from before the network loss may look open for minutes.
  window.addEventListener("online", reopen, { signal });
  open();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      clearTimeout(reopenTimer);
      clearTimeout(silenceTimer);
      source?.close();
      channel.removeEventListener("message", respondToSync);
      resolve();
    });
  });
}

function remember(topic: string, id: number): void {
  // Deleted first, so that the map stays in the order of the changes.
  remembered.delete(topic);
  remembered.set(topic, { id, at: performance.now() });
  if (remembered.size <= MAX_REMEMBERED_TOPICS) return;
  const [oldest] = remembered;
  if (!oldest) return;
  remembered.delete(oldest[0]);
  forgottenUpToId = Math.max(forgottenUpToId, oldest[1].id);
}

function changesAfter(since: number): Change[] {
  if (since < forgottenUpToId) return [{ topic: EVERYTHING, id: lastEventId }];
  return Array.from(remembered, ([topic, { id }]) => ({ topic, id })).filter(({ id }) => id > since);
}

function recentChanges(): Change[] {
  const oldest = performance.now() - REPLAY_MS;
  return Array.from(remembered, ([topic, change]) => ({ topic, ...change })).filter(({ at }) => at >= oldest);
}

function subscribeToState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function setState(next: StreamState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function setIdle(next: boolean): void {
  if (isEndingSoon === next) return;
  isEndingSoon = next;
  for (const listener of stateListeners) listener();
}
