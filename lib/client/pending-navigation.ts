"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let pendingPath: string | null = null;

/** Ignores another view of the same page, which shows its own progress. */
export function beginNavigation(href: string): void {
  const { pathname } = new URL(href, window.location.href);
  setPendingPath(pathname === window.location.pathname ? null : pathname);
}

export function endNavigation(): void {
  setPendingPath(null);
}

/** The path of the page that is loading, or null. */
export function usePendingPath(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingPath,
    () => null,
  );
}

function setPendingPath(next: string | null): void {
  if (pendingPath === next) return;
  pendingPath = next;
  for (const listener of listeners) listener();
}
