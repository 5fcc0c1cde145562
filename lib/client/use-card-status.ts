"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CheckedStatus } from "@/lib/domain/cards/card-status";
import { useTopics } from "./event-stream";
import { refetchAfterChange } from "./refetch-after-change";
import { getJson } from "./request";

/** Limits how long the screen stays wrong if an event is missed. */
const POLL_INTERVAL_MS = 10_000;
/** Each poll calls the issuer, so a page that stays open relies on events alone after this long. */
const MAX_POLLING_MS = 5 * 60_000;

export type CardStatusOptions = {
  /** Whether the screen depends on the status, which is then read again after each event about the card. */
  isEnabled: boolean;
  /** A new key restarts polling; null relies on events alone. */
  pollKey: string | null;
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

/** A card's status, read from the issuer. */
export function useCardStatus(cardId: string, { isEnabled, pollKey }: CardStatusOptions) {
  const polledUntil = useRef(0);
  // Must run before the query's own effect, which reads `refetchInterval`.
  useEffect(() => {
    polledUntil.current = pollKey === null ? 0 : Date.now() + MAX_POLLING_MS;
  }, [pollKey]);
  const client = useQueryClient();
  const query = cardStatusQuery(cardId);
  useTopics([`card:${cardId}`], () => {
    if (isEnabled) void refetchAfterChange(client, query.queryKey);
  });
  return useQuery({
    ...query,
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: () => Date.now() < polledUntil.current && POLL_INTERVAL_MS,
  });
}
