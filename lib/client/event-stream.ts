"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

/** One stream serves all tabs of a browser: the tab that holds this lock listens and tells the others. */
const LOCK = "cardwell-event-stream";
const CHANNEL = "cardwell-events";
const REOPEN_MS = 2_000;

export type LiveState = "on" | "connecting" | "off";

type Message =
  | { kind: "changed"; topic: string; id: number }
  | { kind: "state"; state: LiveState }
  | { kind: "ask" }
  | { kind: "signed-out" };

type TopicHandler = (topic: string) => void;

let state: LiveState = "connecting";
let lastEventId = 0;
let stop: (() => void) | null = null;
const stateListeners = new Set<() => void>();
const topicHandlers = new Set<TopicHandler>();

/** Whether what others do appears by itself. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
    () => "connecting",
  );
}

/** Calls back when one of these topics changed: `audit`, or `card:…` for one card. */
export function useTopics(topics: readonly string[], onChange: TopicHandler): void {
  const latest = useRef({ topics, onChange });
  useEffect(() => {
    latest.current = { topics, onChange };
  });
  useEffect(() => {
    const handler: TopicHandler = (topic) => {
      if (latest.current.topics.includes(topic)) latest.current.onChange(topic);
    };
    topicHandlers.add(handler);
    return () => {
      topicHandlers.delete(handler);
    };
  }, []);
}

/** Joins the browser's stream; the first tab opens it, and when that tab goes the next one does. */
export function joinEventStream(onSignedOut: () => void): () => void {
  stop?.();
  const channel = new BroadcastChannel(CHANNEL);
  const leaving = new AbortController();

  const hear = (message: Message) => {
    if (message.kind === "changed") {
      lastEventId = Math.max(lastEventId, message.id);
      for (const handler of topicHandlers) handler(message.topic);
    }
    if (message.kind === "state") setState(message.state);
    if (message.kind === "signed-out") onSignedOut();
  };
  const tell = (message: Message) => {
    hear(message);
    channel.postMessage(message);
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  channel.postMessage({ kind: "ask" } satisfies Message);
  navigator.locks
    .request(LOCK, { signal: leaving.signal }, () => lead(channel, tell, leaving.signal))
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
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** EventSource does not say why: a session that has ended is told, anything else is tried again. */
  const afterRefusal = async () => {
    const status = await fetch("/api/connection").then(
      (response) => response.status,
      () => 0,
    );
    if (leaving.aborted) return;
    if (status === 401) tell({ kind: "signed-out" });
    else timer = setTimeout(open, REOPEN_MS);
  };

  const open = () => {
    source = new EventSource(lastEventId > 0 ? `/api/events?since=${lastEventId}` : "/api/events");
    source.addEventListener("ready", () => tell({ kind: "state", state: "on" }));
    source.addEventListener("changed", ({ data, lastEventId: id }: MessageEvent<string>) => {
      const { topic } = JSON.parse(data) as { topic: string };
      tell({ kind: "changed", topic, id: Number(id) });
    });
    source.addEventListener("signed-out", () => {
      source.close();
      tell({ kind: "signed-out" });
    });
    source.onerror = () => {
      // EventSource tries again by itself unless it was refused.
      const isRefused = source.readyState === EventSource.CLOSED;
      tell({ kind: "state", state: isRefused ? "off" : "connecting" });
      if (isRefused) void afterRefusal();
    };
  };

  const answer = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "ask") channel.postMessage({ kind: "state", state } satisfies Message);
  };
  channel.addEventListener("message", answer);
  open();
  return new Promise((resolve) => {
    leaving.addEventListener("abort", () => {
      clearTimeout(timer);
      source.close();
      channel.removeEventListener("message", answer);
      resolve();
    });
  });
}

function setState(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}
