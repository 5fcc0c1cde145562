"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CheckedStatus } from "@/lib/domain/card-status";
import { useTopics } from "./event-stream";
import { getJson } from "./request";
import { reread } from "./reread";

/** Should an event be missed, what is on the screen is wrong for no longer than this. */
const ASK_AGAIN_MS = 10_000;

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
export function useCardStatus(cardId: string, isNeeded: boolean) {
  const client = useQueryClient();
  const query = cardStatusQuery(cardId);
  useTopics([`card:${cardId}`], () => {
    if (isNeeded) void reread(client, query.queryKey);
  });
  return useQuery({ ...query, enabled: isNeeded, staleTime: 0, refetchInterval: ASK_AGAIN_MS });
}
