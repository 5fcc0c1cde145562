"use client";

import { useTopics } from "@/lib/client/event-stream";
import { useRefresh } from "@/lib/client/use-refresh";

type RefreshOnProps = {
  topics: readonly string[];
  /** For a page that much happens on: it is drawn at most this often. */
  restMs?: number;
};

/** Draws the page again, from the server, when one of these topics changes. */
export function RefreshOn({ topics, restMs }: RefreshOnProps) {
  useTopics(topics, useRefresh(restMs));
  return null;
}
