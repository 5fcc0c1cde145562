"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/ui/date-time";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { type SinceFreeze, sinceFreezeWords } from "./read-back-words";

const ASK_AGAIN_MS = 10_000;

/** Whether anything still goes through: counted anew whenever a transaction arrives. */
export function SinceFreezeWatch({ cardId, since }: { cardId: string; since: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["since-freeze", cardId, since],
    queryFn: ({ signal }) =>
      getJson<SinceFreeze>(
        `/api/cards/${encodeURIComponent(cardId)}/since-freeze?since=${encodeURIComponent(since)}`,
        signal,
      ),
    refetchInterval: ASK_AGAIN_MS,
  });
  useTopics(["transactions", "index"], () => void refetch());
  return (
    <p role="status">
      Since the freeze: {data ? sinceFreezeWords(data) : error ? "cannot be counted now" : "counting…"}
      {data?.asOf && (
        <span className="text-ink-3">
          , as of <DateTime value={data.asOf} style="time" />
        </span>
      )}
    </p>
  );
}
