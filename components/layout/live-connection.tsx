"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { connectionQuery, type IssuerConnection, isUnreachable } from "@/lib/client/connection-query";
import { joinEventStream, useLiveState, useTopics } from "@/lib/client/event-stream";
import { clearUnsentNotes } from "@/lib/client/unsent-notes";
import { useIsOnline } from "@/lib/client/use-is-online";
import { ConnectionState, type IssuerState } from "./connection-state";

const ASK_AGAIN_MS = 10_000;

/** Keeps the page live: joins the browser's event stream, and shows how things stand. */
export function LiveConnection({ initial, since }: { initial: IssuerConnection; since: number }) {
  const live = useLiveState();
  const isOnline = useIsOnline();
  const connection = useQuery({
    ...connectionQuery,
    initialData: initial,
    refetchInterval: ASK_AGAIN_MS,
  });
  // A session that ended leads to the sign-in page and back here afterwards. The page is loaded anew, so that nothing
  // of this person stays in its memory.
  const join = useEffectEvent(() => joinEventStream(since, leave));
  useEffect(() => join(), []);
  useTopics(["issuer"], () => void connection.refetch());
  const reach = !isOnline ? "offline" : isUnreachable(connection) ? "unreachable" : "connected";
  return <ConnectionState reach={reach} issuer={toIssuerState(connection.data)} live={live} />;
}

/** At once: a question about an unsent note would leave the page open to whoever comes by. */
function leave() {
  clearUnsentNotes();
  window.location.reload();
}

function toIssuerState({ breaker, lastLatencyMs }: IssuerConnection): IssuerState {
  if (breaker !== "closed") return { state: "unreachable" };
  return lastLatencyMs === null ? { state: "unknown" } : { state: "reachable", latencyMs: lastLatencyMs };
}
