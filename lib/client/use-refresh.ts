"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { isServerThere } from "./server-there";

const GATHER_MS = 150;
const TRY_AGAIN_MS = 1_000;

/**
 * Draws the page again, from the server; a burst of calls counts as one. While the server restarts it waits: a router
 * that is refreshing would keep every action behind it.
 * `restMs` lies at least between two of them, for a page that much happens on.
 */
export function useRefresh(restMs = 0): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const [isDrawing, startDrawing] = useTransition();
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = isDrawing;
  }, [isDrawing]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function refreshIn(ms: number) {
    timer.current = setTimeout(async () => {
      // The router shows nothing before its newest request is answered: one refresh after another, on a slow server,
      // would hold back the page that a click asked for.
      if (isBusy.current) return refreshIn(GATHER_MS);
      if (!(await isServerThere())) return refreshIn(TRY_AGAIN_MS);
      timer.current = undefined;
      lastAt.current = performance.now();
      isBusy.current = true;
      startDrawing(() => router.refresh());
    }, ms);
  }

  return () => {
    if (timer.current !== undefined) return;
    refreshIn(Math.max(GATHER_MS, lastAt.current + restMs - performance.now()));
  };
}
