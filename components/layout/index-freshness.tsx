"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ShapeMark } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { describeFreshness, describeIndex, isIndexStale } from "@/lib/domain/describe-index";
import type { IndexSnapshot } from "@/lib/domain/search";

type IndexFreshnessProps = {
  /** From `getIndexState`, so that the first picture says it already. */
  initial: IndexSnapshot;
  of?: "cards" | "transactions";
  /** Stands beside some of the records: then the number of all of them is not told. */
  isOfPart?: boolean;
  className?: string | undefined;
};

const DOUBTED =
  "Some records are missing from the issuer’s list. We keep them until we’re sure they’re gone.";
const ASK_AGAIN_MS = 5_000;
const ASK_AGAIN_WHILE_FILLING_MS = 1_500;

/** How complete the index is and as of when, live: stands wherever an answer comes from the index. */
export function IndexFreshness({ initial, of = "cards", isOfPart = false, className }: IndexFreshnessProps) {
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey: ["index-state"],
    queryFn: ({ signal }) => getJson<IndexSnapshot>("/api/index-state", signal),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.[of].isFilled ? ASK_AGAIN_MS : ASK_AGAIN_WHILE_FILLING_MS),
  });
  useTopics(["index"], () => void refetch());
  const nowMs = Date.parse(data.now) + useSecondsSince(dataUpdatedAt) * 1000;
  const list = data[of];
  const isStale = isIndexStale(list, nowMs);
  const words = isOfPart ? describeFreshness : describeIndex;
  const tip = list.missing
    ? DOUBTED
    : isStale
      ? "No updates from the issuer since then. We keep checking."
      : undefined;
  return (
    <span
      data-tip={tip}
      className={classNames("inline-flex items-center gap-1.5", tip && "text-warn", className)}
    >
      {tip && <ShapeMark shape="alert" className="ml-0" />}
      {!list.isFilled && <ShapeMark shape="half" className="ml-0 text-ink-3" />}
      {words(list, of === "cards" ? "card" : "transaction", nowMs)}
    </span>
  );
}

/** Counts on from the last answer. The first picture is the server's: nothing has passed yet. */
function useSecondsSince(moment: number): number {
  const [passed, setPassed] = useState({ moment, seconds: 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setPassed({ moment, seconds: Math.round((Date.now() - moment) / 1000) }),
      1000,
    );
    return () => clearInterval(timer);
  }, [moment]);
  return passed.moment === moment ? passed.seconds : 0;
}
