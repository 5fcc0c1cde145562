"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DateTime } from "@/components/ui/values/date-time";
import { useTopics } from "@/lib/client/event-stream";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson } from "@/lib/client/request";
import { countText, isCountedAfterFreeze, type SinceFreezeCounts } from "./caller-statement-text";

const POLL_INTERVAL_MS = 10_000;
/** Until the index has been read after the freeze, which takes a few seconds and publishes nothing by itself. */
const FIRST_COUNT_INTERVAL_MS = 1_000;

type TransactionsSinceFreezeProps = {
  cardId: string;
  /** Defaults to the last freeze in Cardwell. */
  since?: string;
};

/** Counts the card's transactions since the freeze and updates with each new one. */
export function TransactionsSinceFreeze({ cardId, since }: TransactionsSinceFreezeProps) {
  const path = `/api/cards/${encodeURIComponent(cardId)}/since-freeze`;
  const queryKey = ["since-freeze", cardId, since ?? null];
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      getJson<SinceFreezeCounts>(since ? `${path}?since=${encodeURIComponent(since)}` : path, signal),
    refetchInterval: ({ state }) =>
      state.data && !isCountedAfterFreeze(state.data) ? FIRST_COUNT_INTERVAL_MS : POLL_INTERVAL_MS,
  });
  useTopics(["transactions", "index"], () => void refetchAfterChange(client, queryKey));
  if (data?.since === null) return null;
  const counts = data && isCountedAfterFreeze(data) ? data : null;
  return (
    <p role="status">
      Since the freeze: {counts ? countText(counts) : error ? "count unavailable" : "counting…"}
      {counts?.asOf && (
        <span className="text-ink-3">
          , as of <DateTime value={counts.asOf} style="time" />
        </span>
      )}
    </p>
  );
}
