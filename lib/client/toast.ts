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

export type QueuedToast = ToastMessage & { id: number; isClosed?: boolean; onClose?: () => void };

const NONE: readonly QueuedToast[] = [];
const listeners = new Set<() => void>();
let said: readonly QueuedToast[] = NONE;
let lastId = 0;

export type ToastHandle = { update: (message: ToastMessage) => void; close: () => void };

/**
 * Tells what happened, from anywhere in the browser. What no longer holds is updated or closed by the handle. `onClose`
 * is called once the message is gone, whoever closed it.
 */
export function toast(message: ToastMessage, onClose?: () => void): ToastHandle {
  lastId += 1;
  const shared = { id: lastId, ...(onClose ? { onClose } : {}) };
  // Only the newest few can still be on the screen.
  say([...said.slice(-9), { ...message, ...shared }]);
  return {
    update: (next) => replace({ ...next, ...shared }),
    close: () => replace({ ...message, ...shared, isClosed: true }),
  };
}

function replace(changed: QueuedToast): void {
  say(said.map((queued) => (queued.id === changed.id ? changed : queued)));
}

function say(next: readonly QueuedToast[]): void {
  said = next;
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
