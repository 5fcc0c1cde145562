"use client";

import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";

/** Long enough to ignore a pointer that only passes over a link. */
const HOVER_MS = 65;

/** Lets the current page load its own code and data first. */
const PREFETCH_NEXT_DELAY_MS = 150;

// Next doesn't export the enum.
const FULL_PREFETCH = { kind: "full" as PrefetchKind };

/**
 * Prefetches a page on hover instead of when its link becomes visible, so that a screen with fifty links sends no
 * requests by itself. Call it with null when the pointer leaves.
 */
export function usePrefetch(): (href: string | null | undefined) => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (href) => {
      clearTimeout(timer.current);
      if (href) timer.current = setTimeout(() => router.prefetch(href, FULL_PREFETCH), HOVER_MS);
    },
    [router],
  );
}

/** Prefetches the most likely next page once the current one has loaded. */
export function usePrefetchNext(href: string | null, rows: unknown): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows mean a refresh, which drops the prefetched pages
  useEffect(() => {
    if (!href) return;
    const timer = setTimeout(() => router.prefetch(href, FULL_PREFETCH), PREFETCH_NEXT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [router, href, rows]);
}
