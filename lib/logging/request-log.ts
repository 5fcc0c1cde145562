import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import { recordRequest } from "@/lib/metrics/record-request";
import { loggedPath } from "./routes";

const SLOW_MS = 3_000;
/** Streaming routes, whose duration doesn't mean that they are slow. */
const STREAMING_ROUTES =
  /^\/api\/(events|.*\/export|reports\/.*\/file|reports\/archive|reconciliation\/close-pack)$/;
/** Polled by load balancers; a failure is logged separately. */
const HEALTH_ROUTES = /^\/api\/health\//;
/** Read every few seconds, by a server that records its own failures. */
const METRICS_ROUTE = "/metrics";

export type FinishedRequest = { method: string; path: string; status: number; durationMs: number };

/** At the default level only failed and slow requests are shown. */
export function requestLevel({ path, status, durationMs }: FinishedRequest): "debug" | "info" | "warn" {
  if (HEALTH_ROUTES.test(path)) return "debug";
  if (status >= 500) return "warn";
  return durationMs >= SLOW_MS && !STREAMING_ROUTES.test(path) ? "info" : "debug";
}

/** Logs and counts every request that this process's server handles from now on. */
export function logRequests(): void {
  const startedAt = new WeakMap<IncomingMessage, number>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    startedAt.set(request, performance.now());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const started = startedAt.get(request);
    if (started === undefined) return;
    const finished = {
      method: request.method ?? "",
      path: loggedPath(request.url ?? ""),
      status: response.statusCode,
      durationMs: Math.round(performance.now() - started),
    };
    recordRequest({ ...finished, isStreaming: STREAMING_ROUTES.test(finished.path) });
    if (finished.path === METRICS_ROUTE) return;
    const level = requestLevel(finished);
    log()[level](finished, level === "info" ? "Slow request" : "Request");
  });
}
