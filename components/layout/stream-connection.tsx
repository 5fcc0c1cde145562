"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { connectionQuery, type IssuerConnection, isUnreachable } from "@/lib/client/connection-query";
import { joinEventStream, useStreamState, useTopics } from "@/lib/client/event-stream";
import { reloadSignedOut } from "@/lib/client/session-end";
import { useIsOnline } from "@/lib/client/use-is-online";
import { ConnectionState, type IssuerState } from "./connection-state";

const POLL_INTERVAL_MS = 10_000;

/** Joins the event stream and shows the connection state. */
export function StreamConnection({ initial, since }: { initial: IssuerConnection; since: number }) {
  const stream = useStreamState();
  const isOnline = useIsOnline();
  const connection = useQuery({
    ...connectionQuery,
    initialData: initial,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const join = useEffectEvent(() => joinEventStream(since, reloadSignedOut));
  useEffect(() => join(), []);
  useTopics(["issuer"], () => void connection.refetch());
  const dashboard = !isOnline ? "offline" : isUnreachable(connection) ? "unreachable" : "connected";
  return <ConnectionState dashboard={dashboard} issuer={toIssuerState(connection.data)} stream={stream} />;
}

function toIssuerState({ breaker, lastLatencyMs }: IssuerConnection): IssuerState {
  if (breaker !== "closed") return { state: "unreachable" };
  return lastLatencyMs === null ? { state: "unknown" } : { state: "reachable", latencyMs: lastLatencyMs };
}
