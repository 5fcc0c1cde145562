"use client";

import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";

/** Passing over something is no wish to see it. */
const REST_MS = 65;

/** The page itself comes first: its own code and data are still on their way. */
const SETTLED_MS = 150;

// The enum itself lies deep inside Next; its values are plain words.
const WHOLE_PAGE = { kind: "full" as PrefetchKind };

/**
 * Fetches a page when someone comes near it, not when a link to it comes into view: a screen with fifty links asks
 * the server for nothing until a pointer rests on one. Call it with null when the pointer has moved on.
 */
export function usePrefetch(): (href: string | null | undefined) => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (href) => {
      clearTimeout(timer.current);
      if (href) timer.current = setTimeout(() => router.prefetch(href, WHOLE_PAGE), REST_MS);
    },
    [router],
  );
}

/** Fetches the page that people most often turn to, as soon as the one they see has settled. */
export function usePrefetchNext(href: string | null, rows: unknown): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are a refreshed page, whose neighbours were dropped
  useEffect(() => {
    if (!href) return;
    const timer = setTimeout(() => router.prefetch(href, WHOLE_PAGE), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [router, href, rows]);
}
