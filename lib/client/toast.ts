"use client";

import { useSyncExternalStore } from "react";

export type ToastMessage = {
  /** What happened, in one line. */
  title: string;
  detail?: string;
  tone?: "good" | "bad" | "neutral";
  /** The next thing someone may want: see it, undo it. */
  action?: { label: string; href: string } | { label: string; onSelect: () => void };
  /** 0 stays until it is closed. */
  timeoutMs?: number;
};

export type QueuedToast = ToastMessage & { id: number };

const NONE: readonly QueuedToast[] = [];
const listeners = new Set<() => void>();
let said: readonly QueuedToast[] = NONE;
let lastId = 0;

/** Tells what happened, from anywhere in the browser. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  // Only the newest few can still be on the screen.
  said = [...said.slice(-9), { ...message, id: lastId }];
  for (const listener of listeners) listener();
}

export function useToasts(): readonly QueuedToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
    () => NONE,
  );
}
