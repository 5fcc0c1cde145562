"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import type { ViewList } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewCounts } from "@/lib/domain/views/view-bar";

/** The topic that changes the counts of a list. */
const TOPICS: Record<ViewList, string> = {
  cards: "cards",
  transactions: "transactions",
  exceptions: "reconciliation",
  reports: "reports",
  webhooks: "webhooks",
  audit: "audit",
};

const MIN_REFETCH_INTERVAL_MS = 10_000;
const NO_COUNTS: ViewCounts = {};

/** Loaded after the page. Null while they load. */
export function useViewCounts({ list, tabs }: ViewBarState): ViewCounts | null {
  const client = useQueryClient();
  // A saved view has other rows with its next version.
  const queryKey = [
    "view-counts",
    list,
    tabs
      .map(({ id, version }) => `${id}:${version}`)
      .sort()
      .join(),
  ];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<ViewCounts>(`/api/views/counts?list=${list}`, signal),
    enabled: tabs.length > 0,
    staleTime: MIN_REFETCH_INTERVAL_MS,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopics([TOPICS[list]], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ["view-counts", list] });
    }, MIN_REFETCH_INTERVAL_MS);
  });
  if (tabs.length === 0 || isError) return NO_COUNTS;
  return data ?? null;
}
