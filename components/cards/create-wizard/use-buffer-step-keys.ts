"use client";

import { useEffect, useRef } from "react";
import { bufferKeys } from "@/lib/client/buffer-keys";

/**
 * Buffers the keys pressed while the next step loads, so that they don't go to the current one. Call the returned
 * function just before the URL changes.
 */
export function useBufferStepKeys(url: string): () => void {
  const isLoaded = useRef(true);
  const stop = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL means that the step has loaded.
  useEffect(() => {
    isLoaded.current = true;
  }, [url]);
  useEffect(() => () => stop.current?.(), []);
  return () => {
    stop.current?.();
    isLoaded.current = false;
    stop.current = bufferKeys({ isReady: () => isLoaded.current, onCancel: () => undefined });
  };
}
