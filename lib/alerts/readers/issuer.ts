import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Finding, Reader, Unread } from "@/lib/alerts/finding";
import { IS_ISSUER_RESPONSE } from "@/lib/issuer/connection";
import type { FailureKind } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";

/** Other work calls the issuer more often than this. If it hasn't, one call of our own finds out. */
const FRESH_MS = 60_000;
/** An issuer that hangs is as unreachable as one that refuses. */
const MAX_WAIT_MS = 20_000;

/** Not by the circuit breaker, which keeps its last state on a copy that makes no calls. */
export const issuerReader: Reader = {
  conditions: ["issuer-unreachable", "issuer-rejects-key"],
  async read() {
    const { lastSuccessAt, lastFailure } = issuer().state();
    const successMs = lastSuccessAt ? Date.parse(lastSuccessAt) : 0;
    const failedSince = lastFailure !== null && Date.parse(lastFailure.at) > successMs;
    // By this process's own clock, like the times of its calls.
    if (!failedSince && Date.now() - successMs < FRESH_MS) return [];
    return describeProbe(await probe());
  },
};

/** Only a proper response shows that the key is accepted: an issuer that can't be reached says nothing about it. */
export function describeProbe(kind: FailureKind | null): (Finding | Unread)[] {
  if (kind === null || IS_ISSUER_RESPONSE[kind]) return [];
  if (kind === "unauthorized")
    return [{ condition: "issuer-rejects-key", subject: "", detail: "The issuer doesn’t accept our key." }];
  const isUnreachable = kind === "unavailable" || kind === "unknown-outcome";
  return [
    { condition: "issuer-rejects-key", subject: "", isUnread: true },
    ...(isUnreachable
      ? [
          {
            condition: "issuer-unreachable" as const,
            subject: "",
            detail: "No call to the issuer succeeds.",
          },
        ]
      : []),
  ];
}

/** Why a call failed; null if it didn't. */
async function probe(): Promise<FailureKind | null> {
  const stop = new AbortController();
  const late = pause(MAX_WAIT_MS, "unavailable" as const, { signal: stop.signal, ref: false });
  late.catch(() => undefined);
  const call = issuer()
    .listCardDesigns()
    .then((result) => (result.ok ? null : result.failure.kind));
  try {
    return await Promise.race([call, late]);
  } finally {
    stop.abort();
  }
}
