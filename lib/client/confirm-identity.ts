"use client";

import { useSyncExternalStore } from "react";
import type { ConfirmationWay } from "@/lib/domain/people/confirmation";

export type ConfirmationRequest = {
  ways: readonly ConfirmationWay[];
  answer: (isConfirmed: boolean) => void;
};

type PendingRequest = ConfirmationRequest & { promise: Promise<boolean> };

const listeners = new Set<() => void>();
let pending: PendingRequest | null = null;

/**
 * Asks the person to confirm that it is them (components/security/confirm-identity.tsx). False if they cancel. Several
 * calls at the same time share one dialog.
 */
export function askToConfirm(ways: readonly ConfirmationWay[]): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  pending ??= createRequest(ways);
  notify();
  return pending.promise;
}

function createRequest(ways: readonly ConfirmationWay[]): PendingRequest {
  let resolve: (isConfirmed: boolean) => void;
  const promise = new Promise<boolean>((resolvePromise) => {
    resolve = resolvePromise;
  });
  const answer = (isConfirmed: boolean) => {
    pending = null;
    notify();
    resolve(isConfirmed);
  };
  return { ways, promise, answer };
}

function notify(): void {
  for (const listener of listeners) listener();
}

export function useConfirmationRequest(): ConfirmationRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
    () => null,
  );
}
