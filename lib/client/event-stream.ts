"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { EVERYTHING } from "@/lib/domain/topics";

/** One stream serves all tabs of a browser: the tab that holds this lock listens and tells the others. */
const LOCK = "cardwell-event-stream";
const CHANNEL = "cardwell-events";
const REOPEN_MS = 2_000;
/** A stream that came back at once would displace the next one, and so on without end. */
const DISPLACED_MS = 5 * 60_000;
/** The server says something every 2.5 s: after this long the connection is dead, even if nothing closed it. */
const SILENCE_MS = 12_000;
/** Longer than a page is under way: what changed meanwhile concerns it too. */
const REMEMBERED_MS = 5_000;

export type LiveState = "on" | "connecting" | "off";

type Change = { topic: string; id: number };

type Message =
  | ({ kind: "changed" } & Change)
  | { kind: "state"; state: LiveState }
  | { kind: "idle"; isEndingSoon: boolean }
  | { kind: "ask"; since: number }
  /** What a tab that asked with the same `since` needs: how things stand, and what changed up to `lastId`. */
  | {
      kind: "answer";
      since: number;
      lastId: number;
      changes: Change[];
      state: LiveState;
      isEndingSoon: boolean;
    }
  | { kind: "signed-out" };

type TopicHandler = (topic: string) => void;

let state: LiveState = "connecting";
let isEndingSoon = false;
let lastEventId = 0;
/** Changes up to this one are not remembered, or were never heard. */
let forgottenId = 0;
let stop: (() => void) | null = null;
const remembered = new Map<string, { id: number; at: number }>();
const stateListeners = new Set<() => void>();
const topicHandlers = new Set<TopicHandler>();

/** Whether what others do appears by itself. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    listenToState,
    () => state,
    () => "connecting",
  );
}

/** Whether the session is about to end because its person does nothing. */
export function useIdleWarning(): boolean {
  return useSyncExternalStore(
    listenToState,
    () => isEndingSoon,
    () => false,
  );
}

/** The person is back: the warning goes at once, before the server says so. */
export function endIdleWarning(): void {
  setIdle(false);
}

/**
 * Calls back when one of these topics changed: `audit`, or `card:…` for one card. A page that was drawn just
 * before, and shown just after, a change hears of it as well.
 */
export function useTopics(topics: readonly string[], onChange: TopicHandler): void {
  const latest = useRef({ topics, onChange });
  useEffect(() => {
    latest.current = { topics, onChange };
  });
  useEffect(() => {
    const handler: TopicHandler = (topic) => {
      const isMeant = topic === EVERYTHING || latest.current.topics.includes(topic);
      if (isMeant) latest.current.onChange(topic);
    };
    return listenToTopics(handler);
  }, []);
}

export function listenToTopics(handler: TopicHandler): () => void {
  topicHandlers.add(handler);
  for (const { topic } of recentChanges()) handler(topic);
  return () => {
    topicHandlers.delete(handler);
  };
}

/**
 * Joins the browser's stream; the first tab opens it, and when that tab goes the next one does. What happened
 * after the event `since`, the last one when the page was drawn, is told first.
 */
export function joinEventStream(since: number, onSignedOut: () => void): () => void {
  stop?.();
  if (since > lastEventId) forgottenId = lastEventId = since;
  const asked = lastEventId;
  // Until the answer `lastEventId` stays where it is: a change that is told now may come after others that were missed.
  let isUnanswered = true;
  const channel = new BroadcastChannel(CHANNEL);
  const leaving = new AbortController();

  const hearChange = ({ topic, id }: Change) => {
    remembered.set(topic, { id, at: performance.now() });
    for (const handler of topicHandlers) handler(topic);
  };
  const hear = (message: Message) => {
    if (message.kind === "changed") {
      if (!isUnanswered) lastEventId = Math.max(lastEventId, message.id);
      hearChange(message);
    }
    if (message.kind === "answer" && isUnanswered && message.since === asked) {
      isUnanswered = false;
      lastEventId = Math.max(lastEventId, message.lastId);
      for (const change of message.changes) hearChange(change);
      setState(message.state);
      setIdle(message.isEndingSoon);
    }
    if (message.kind === "state") {
      setState(message.state);
      // The tab that was asked may have gone: this one listens now.
      if (isUnanswered) ask();
    }
    if (message.kind === "idle") setIdle(message.isEndingSoon);
    if (message.kind === "signed-out") onSignedOut();
  };
  const tell = (message: Message) => {
    hear(message);
    channel.postMessage(message);
  };
  const ask = () => channel.postMessage({ kind: "ask", since: asked } satisfies Message);

  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  ask();
  navigator.locks
    .request(LOCK, { signal: leaving.signal }, () => {
      isUnanswered = false;
      return lead(channel, tell, leaving.signal);
    })
    .catch(() => undefined);

  stop = () => {
    leaving.abort();
    channel.close();
    setState("connecting");
    stop = null;
  };
  return stop;
}

/** Holds the stream open until this tab leaves. */
function lead(
  channel: BroadcastChannel,
  tell: (message: Message) => void,
  leaving: AbortSignal,
): Promise<void> {
  let source: EventSource | null = null;
  /** The server closed the stream on purpose: a network that comes back is no reason to open it. */
  let isDismissed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const noteSign = () => {
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENCE_MS);
  };

  /** EventSource does not say why: a session that has ended is told, anything else is tried again. */
  const afterRefusal = async (refused: EventSource) => {
    const status = await fetch("/api/connection", { signal: AbortSignal.timeout(SILENCE_MS) }).then(
      (response) => response.status,
      () => 0,
    );
    // A network that came back meanwhile has opened the next stream already.
    if (leaving.aborted || source !== refused) return;
    if (status === 401) dismiss({ kind: "signed-out" });
    else timer = setTimeout(open, REOPEN_MS);
  };

  const dismiss = (message: Message) => {
    isDismissed = true;
    clearTimeout(silence);
    source?.close();
    tell(message);
  };

  const reopen = () => {
    if (isDismissed) return;
    tell({ kind: "state", state: "connecting" });
    open();
  };

  const open = () => {
    clearTimeout(timer);
    source?.close();
    isDismissed = false;
    const opened = new EventSource(`/api/events?since=${lastEventId}`);
    source = opened;
    noteSign();
    opened.addEventListener("beat", noteSign);
    opened.addEventListener("ready", () => {
      noteSign();
      tell({ kind: "state", state: "on" });
      // A new connection begins without a warning, and gets one with its first beat if it is due.
      tell({ kind: "idle", isEndingSoon: false });
    });
    opened.addEventListener("idle", ({ data }: MessageEvent<string>) => {
      const idle = JSON.parse(data) as { isEndingSoon: boolean };
      tell({ kind: "idle", isEndingSoon: idle.isEndingSoon });
    });
    opened.addEventListener("changed", ({ data, lastEventId: id }: MessageEvent<string>) => {
      const { topic } = JSON.parse(data) as { topic: string };
      tell({ kind: "changed", topic, id: Number(id) });
    });
    opened.addEventListener("displaced", () => {
      dismiss({ kind: "state", state: "off" });
      timer = setTimeout(open, DISPLACED_MS);
    });
    opened.addEventListener("signed-out", () => dismiss({ kind: "signed-out" }));
    opened.onerror = () => {
      // EventSource tries again by itself unless it was refused.
      const isRefused = opened.readyState === EventSource.CLOSED;
      if (isRefused) clearTimeout(silence);
      tell({ kind: "state", state: isRefused ? "off" : "connecting" });
      if (isRefused) void afterRefusal(opened);
    };
  };

  const answer = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "ask") return;
    const { since } = data;
    const changes = changesAfter(since);
    const message: Message = { kind: "answer", since, lastId: lastEventId, changes, state, isEndingSoon };
    channel.postMessage(message);
  };
  channel.addEventListener("message", answer);
  // What was open before the network went may look open for minutes.
  window.addEventListener("online", reopen, { signal: leaving });
  open();
  return new Promise((resolve) => {
    leaving.addEventListener("abort", () => {
      clearTimeout(timer);
      clearTimeout(silence);
      source?.close();
      channel.removeEventListener("message", answer);
      resolve();
    });
  });
}

function changesAfter(since: number): Change[] {
  const recent = recentChanges();
  return since < forgottenId
    ? [{ topic: EVERYTHING, id: lastEventId }]
    : recent.filter(({ id }) => id > since);
}

function recentChanges(): Change[] {
  const oldest = performance.now() - REMEMBERED_MS;
  for (const [topic, { id, at }] of remembered) {
    if (at >= oldest) continue;
    remembered.delete(topic);
    forgottenId = Math.max(forgottenId, id);
  }
  return Array.from(remembered, ([topic, { id }]) => ({ topic, id }));
}

function listenToState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function setState(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function setIdle(next: boolean): void {
  if (isEndingSoon === next) return;
  isEndingSoon = next;
  for (const listener of stateListeners) listener();
}
