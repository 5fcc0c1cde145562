import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { getJson } from "./request";

/** What the server says of its connection to the issuer. */
export type IssuerConnection = { breaker: "closed" | "open" | "half-open"; lastLatencyMs: number | null };

/** Well under the time between two polls: a network that swallows the request counts as a failure. */
const TIMEOUT_MS = 8_000;

/** The header asks; whoever else looks on uses the same options, so that the query always knows how to ask. */
export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: ({ signal }) =>
    getJson<IssuerConnection>("/api/connection", AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])),
});

/** Whether the last request failed, also while it is made again: that alone sets `failureReason` back to null. */
export function isUnreachable({
  isError,
  failureReason,
}: Pick<UseQueryResult, "isError" | "failureReason">): boolean {
  return isError || failureReason !== null;
}
