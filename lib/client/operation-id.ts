"use client";

import { useCallback, useState } from "react";

/** Has a fallback because `crypto.randomUUID` doesn't exist without https. */
export function newOperationId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join("-");
}

/**
 * One ID per intent: a double click and a retry after a lost response send the same ID, so the server runs the action
 * once. Renew it for each new intent.
 */
export function useIntent(): { operationId: string; renew: () => void } {
  const [operationId, setOperationId] = useState(newOperationId);
  const renew = useCallback(() => setOperationId(newOperationId()), []);
  return { operationId, renew };
}
