"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DateTime } from "@/components/ui/date-time";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { reread } from "@/lib/client/reread";
import { isCounted, type SinceFreeze, sinceFreezeWords } from "./read-back-words";

const ASK_AGAIN_MS = 10_000;

type SinceFreezeWatchProps = {
  cardId: string;
  /** When it was frozen; without it, when it was last frozen here. */
  since?: string;
};

/** Whether anything still goes through: counted anew whenever a transaction arrives. */
export function SinceFreezeWatch({ cardId, since }: SinceFreezeWatchProps) {
  const path = `/api/cards/${encodeURIComponent(cardId)}/since-freeze`;
  const queryKey = ["since-freeze", cardId, since ?? null];
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      getJson<SinceFreeze>(since ? `${path}?since=${encodeURIComponent(since)}` : path, signal),
    refetchInterval: ASK_AGAIN_MS,
  });
  useTopics(["transactions", "index"], () => void reread(client, queryKey));
  if (data?.since === null) return null;
  const counted = data && isCounted(data) ? data : null;
  return (
    <p role="status">
      Since the freeze: {counted ? sinceFreezeWords(counted) : error ? "count unavailable" : "counting…"}
      {counted?.asOf && (
        <span className="text-ink-3">
          , as of <DateTime value={counted.asOf} style="time" />
        </span>
      )}
    </p>
  );
}
