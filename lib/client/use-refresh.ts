"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { isServerUp } from "./is-server-up";

const DEBOUNCE_MS = 150;
const RETRY_DELAY_MS = 1_000;
/** A refresh that takes longer may never complete, for example on a connection that died unnoticed. */
const STUCK_AFTER_MS = 10_000;

/**
 * Refreshes the page from the server; a burst of calls causes one refresh. Waits while the server restarts, because a
 * pending refresh would delay every action. Pass `minIntervalMs` for a page with frequent changes.
 */
export function useRefresh(minIntervalMs = 0): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRefreshAt = useRef(Number.NEGATIVE_INFINITY);
  const [isRefreshing, startRefreshing] = useTransition();
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = isRefreshing;
  }, [isRefreshing]);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  function scheduleRefresh(ms: number) {
    timer.current = setTimeout(async () => {
      // The router shows nothing until its newest request completes, so overlapping refreshes on a slow server would
      // delay a navigation.
      const isStuck = performance.now() - lastRefreshAt.current > STUCK_AFTER_MS;
      if (isBusy.current && !isStuck) return scheduleRefresh(DEBOUNCE_MS);
      const isUp = await isServerUp();
      // By now, the router may show another page, which must not be refreshed.
      if (!isMounted.current) return;
      if (!isUp) return scheduleRefresh(RETRY_DELAY_MS);
      timer.current = undefined;
      lastRefreshAt.current = performance.now();
      isBusy.current = true;
      startRefreshing(() => router.refresh());
    }, ms);
  }

  return () => {
    if (timer.current !== undefined) return;
    scheduleRefresh(Math.max(DEBOUNCE_MS, lastRefreshAt.current + minIntervalMs - performance.now()));
  };
}
