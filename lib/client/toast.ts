"use client";

import { useSyncExternalStore } from "react";

export type ToastMessage = {
  title: string;
  detail?: string;
  tone?: "good" | "bad" | "neutral";
  /** The most likely next step, such as opening or undoing. */
  action?: { label: string; href: string } | { label: string; onSelect: () => void };
  /** 0 keeps the toast until it is closed. */
  timeoutMs?: number;
};

export type QueuedToast = ToastMessage & { id: number; isClosed?: boolean; onClose?: () => void };

const NONE: readonly QueuedToast[] = [];
const listeners = new Set<() => void>();
let queue: readonly QueuedToast[] = NONE;
let lastId = 0;

export type ToastHandle = { update: (message: ToastMessage) => void; close: () => void };

/**
 * Shows a toast from anywhere in the browser. Use the handle to update or close it when it is no longer true. `onClose`
 * is called once the toast is gone, however it was closed.
 */
export function toast(message: ToastMessage, onClose?: () => void): ToastHandle {
  lastId += 1;
  const shared = { id: lastId, ...(onClose ? { onClose } : {}) };
  // Older toasts are no longer visible.
  setQueue([...queue.slice(-9), { ...message, ...shared }]);
  return {
    update: (next) => replace({ ...next, ...shared }),
    close: () => replace({ ...message, ...shared, isClosed: true }),
  };
}

function replace(changed: QueuedToast): void {
  setQueue(queue.map((queued) => (queued.id === changed.id ? changed : queued)));
}

function setQueue(next: readonly QueuedToast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

export function useToasts(): readonly QueuedToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
    () => NONE,
  );
}
