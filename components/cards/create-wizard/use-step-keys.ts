"use client";

import { useEffect, useRef } from "react";
import { keepEarlyKeys } from "@/lib/client/early-keys";

/**
 * Keys that are pressed while the next step loads belong to it, not to the step that is still on the screen. Call
 * what it returns just before the address changes.
 */
export function useStepKeys(address: string): () => void {
  const hasArrived = useRef(true);
  const stop = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new address is what tells of the arrival.
  useEffect(() => {
    hasArrived.current = true;
  }, [address]);
  useEffect(() => () => stop.current?.(), []);
  return () => {
    stop.current?.();
    hasArrived.current = false;
    stop.current = keepEarlyKeys({ isReady: () => hasArrived.current, onLeave: () => undefined });
  };
}
