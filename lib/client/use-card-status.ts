"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CheckedStatus } from "@/lib/domain/card-status";
import { useTopics } from "./event-stream";
import { getJson } from "./request";
import { reread } from "./reread";

/** Should an event be missed, what is on the screen is wrong for no longer than this. */
const ASK_AGAIN_MS = 10_000;
/** Each poll is a call to the issuer. A page that was left open goes by events alone after this long. */
const POLLED_MS = 5 * 60_000;

export type Following = {
  /** Something on the screen rests on the status: events about the card have it read again. */
  isNeeded: boolean;
  /** What is polled for; something else is polled for anew. Null: events are enough. */
  polledFor: string | null;
};

export function cardStatusQuery(cardId: string) {
  return queryOptions({
    queryKey: ["card-status", cardId],
    queryFn: ({ signal }) =>
      getJson<CheckedStatus>(`/api/cards/${encodeURIComponent(cardId)}/status`, signal),
    gcTime: 0,
    retry: false,
  });
}

/** A card's status as the issuer has it, read again whenever the card changes, while something on the screen rests on it. */
export function useCardStatus(cardId: string, { isNeeded, polledFor }: Following) {
  const polledUntil = useRef(0);
  // Before the query's own effect, which asks how long to wait.
  useEffect(() => {
    polledUntil.current = polledFor === null ? 0 : Date.now() + POLLED_MS;
  }, [polledFor]);
  const client = useQueryClient();
  const query = cardStatusQuery(cardId);
  useTopics([`card:${cardId}`], () => {
    if (isNeeded) void reread(client, query.queryKey);
  });
  return useQuery({
    ...query,
    enabled: isNeeded,
    staleTime: 0,
    refetchInterval: () => Date.now() < polledUntil.current && ASK_AGAIN_MS,
  });
}
