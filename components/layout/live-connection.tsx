"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { joinEventStream, useLiveState, useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { useRefresh } from "@/lib/client/use-refresh";
import { ConnectionState, type IssuerState } from "./connection-state";

const ASK_AGAIN_MS = 10_000;

/** What the server says of its connection to the issuer. */
export type IssuerConnection = { breaker: "closed" | "open" | "half-open"; lastLatencyMs: number | null };

/** Keeps the page live: joins the browser's event stream, and shows how things stand. */
export function LiveConnection({ initial, since }: { initial: IssuerConnection; since: number }) {
  const refresh = useRefresh();
  const live = useLiveState();
  const { data, refetch } = useQuery({
    queryKey: ["connection"],
    queryFn: ({ signal }) => getJson<IssuerConnection>("/api/connection", signal),
    initialData: initial,
    refetchInterval: ASK_AGAIN_MS,
  });
  // A session that ended elsewhere ends here: the next render leads to the sign-in page.
  const join = useEffectEvent(() => joinEventStream(since, () => refresh()));
  useEffect(() => join(), []);
  useTopics(["issuer"], () => void refetch());
  return <ConnectionState issuer={toIssuerState(data)} live={live} />;
}

function toIssuerState({ breaker, lastLatencyMs }: IssuerConnection): IssuerState {
  if (breaker !== "closed") return { state: "unreachable" };
  return lastLatencyMs === null ? { state: "unknown" } : { state: "reachable", latencyMs: lastLatencyMs };
}
