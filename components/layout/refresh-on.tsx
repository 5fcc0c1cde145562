"use client";

import { useTopics } from "@/lib/client/event-stream";
import { useRefresh } from "@/lib/client/use-refresh";

/** Draws the page again, from the server, when one of these topics changes. */
export function RefreshOn({ topics }: { topics: readonly string[] }) {
  useTopics(topics, useRefresh());
  return null;
}
