import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { getJson } from "./request";

export type IssuerConnection = { breaker: "closed" | "open" | "half-open"; lastLatencyMs: number | null };

/** Shorter than the polling interval, so that a request that never completes counts as a failure. */
const TIMEOUT_MS = 8_000;

/** The header polls; other observers share these options so that the query always has its `queryFn`. */
export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) =>
    getJson<IssuerConnection>("/api/connection", AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])),
});

/** `failureReason` covers the retries; `isError` covers a refetch, which resets `failureReason`. */
export function isUnreachable({
  isError,
  failureReason,
}: Pick<UseQueryResult, "isError" | "failureReason">): boolean {
  return isError || failureReason !== null;
}
