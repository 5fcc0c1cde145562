"use client";

import { useSyncExternalStore } from "react";

/** Whether the page's code answers yet; false in the server's HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribeToNothing(): () => void {
  return () => {};
}
