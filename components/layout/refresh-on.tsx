"use client";

import { useTopics } from "@/lib/client/event-stream";
import { useRefresh } from "@/lib/client/use-refresh";

type RefreshOnProps = {
  topics: readonly string[];
  /** For a page with frequent changes. */
  minIntervalMs?: number;
};

/** Refreshes the page from the server when one of these topics changes. */
export function RefreshOn({ topics, minIntervalMs }: RefreshOnProps) {
  useTopics(topics, useRefresh(minIntervalMs));
  return null;
}
