"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef } from "react";

const GATHER_MS = 150;
const TRY_AGAIN_MS = 1_000;

/**
 * Draws the page again, from the server; a burst of calls counts as one. A router that refreshes into a server
 * that is just restarting would leave the page for the browser's own error page: so it asks first, and waits.
 */
export function useRefresh(): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function refreshIn(ms: number) {
    timer.current = setTimeout(async () => {
      if (!(await isServerThere())) return refreshIn(TRY_AGAIN_MS);
      timer.current = undefined;
      startTransition(() => router.refresh());
    }, ms);
  }

  return () => {
    if (timer.current === undefined) refreshIn(GATHER_MS);
  };
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/api/health/live", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
