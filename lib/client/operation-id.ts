"use client";

import { useCallback, useState } from "react";

/** Also where the page is served without https, and `crypto.randomUUID` does not exist. */
export function newOperationId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join("-");
}

/**
 * One id for one intent: a double click, a second try after no answer, all carry the same, and the server does it
 * once. Renew it when the person means something new.
 */
export function useIntent(): { operationId: string; renew: () => void } {
  const [operationId, setOperationId] = useState(newOperationId);
  const renew = useCallback(() => setOperationId(newOperationId()), []);
  return { operationId, renew };
}
