"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { describeFreshness, describeIndex, isIndexStale } from "@/lib/domain/cards/describe-index";
import type { IndexSnapshot } from "@/lib/domain/cards/search-results";

type IndexFreshnessProps = {
  /** From `getIndexState`, for the first render. */
  initial: IndexSnapshot;
  of?: "cards" | "transactions";
  /** Leaves out the total, for use beside a subset of the records. */
  isSubset?: boolean;
  className?: string | undefined;
};

const MISSING_TIP =
  "Some records are no longer listed by the issuer. We keep them until we’re sure they’re gone.";
const POLL_INTERVAL_MS = 5_000;
const SYNCING_POLL_INTERVAL_MS = 1_500;

/** Shows how complete and how recent the index is, wherever data comes from the index. */
export function IndexFreshness({ initial, of = "cards", isSubset = false, className }: IndexFreshnessProps) {
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ["index-state"],
    queryFn: ({ signal }) => getJson<IndexSnapshot>("/api/index-state", signal),
    initialData: initial,
    refetchInterval: ({ state }) =>
      state.data?.[of].isComplete ? POLL_INTERVAL_MS : SYNCING_POLL_INTERVAL_MS,
  });
  useTopics(["index"], () => void refetch());
  const nowMs = Date.parse(data.now) + useSecondsSince(dataUpdatedAt) * 1000;
  const list = data[of];
  const isStale = isIndexStale(list, nowMs);
  const format = isSubset ? describeFreshness : describeIndex;
  const tip = list.missing
    ? MISSING_TIP
    : isStale
      ? "No updates from the issuer since then. We keep checking."
      : undefined;
  return (
    <span
      data-tip={tip}
      className={classNames("inline-flex items-center gap-1.5", tip && "text-warn", className)}
    >
      {tip && <ShapeMark shape="alert" className="ml-0" />}
      {!list.isComplete && <ShapeMark shape="half" className="ml-0 text-ink-3" />}
      {format(list, of === "cards" ? "card" : "transaction", nowMs)}
    </span>
  );
}

/** 0 on the first render, to match the server's HTML. */
function useSecondsSince(sinceMs: number): number {
  const [elapsed, setElapsed] = useState({ sinceMs, seconds: 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setElapsed({ sinceMs, seconds: Math.round((Date.now() - sinceMs) / 1000) }),
      1000,
    );
    return () => clearInterval(timer);
  }, [sinceMs]);
  return elapsed.sinceMs === sinceMs ? elapsed.seconds : 0;
}
