"use client";

import { useTopics } from "@/lib/client/event-stream";
import { useRefresh } from "@/lib/client/use-refresh";

type RefreshOnProps = {
  topics: readonly string[];
  /** From `definePage`: the last event before the page's data was read. */
  since: number;
  /** For a page with frequent changes. */
  minIntervalMs?: number;
};

/** Refreshes the page from the server when one of these topics changes. */
export function RefreshOn({ topics, since, minIntervalMs }: RefreshOnProps) {
  useTopics(topics, useRefresh(minIntervalMs), since);
  return null;
}
