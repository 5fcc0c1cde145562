"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef } from "react";
import { useTopics } from "@/lib/client/event-stream";

const GATHER_MS = 150;

/** Draws the page again, from the server, when one of these topics changes; a burst of changes counts as one. */
export function RefreshOn({ topics }: { topics: readonly string[] }) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useTopics(topics, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      startTransition(() => router.refresh());
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return null;
}
