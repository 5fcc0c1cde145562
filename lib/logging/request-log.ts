import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";

const SLOW_MS = 3_000;
/** Long because of what they send, not because something is slow. */
const STREAMED = /^\/api\/(events|.*\/export|reports\/.*\/file)$/;
/** Asked every few seconds by a load balancer; a failure has its own line. */
const HEALTH = /^\/api\/health\//;

/** The fixed parts of our addresses; a test compares them with the app folder. */
export const ROUTE_SEGMENTS = new Set([
  ...["activity", "active-cards", "api", "audit", "auth", "captured", "cards", "chain", "connection"],
  ...["customers", "designs", "events", "export", "file", "health", "index-state", "issuer"],
  ...["known-shipping", "live", "login", "new", "notifications", "profile", "ready", "reports", "rows"],
  ...["sandbox", "search", "settings", "since-freeze", "status", "team", "transactions", "webhooks"],
  ...["totals", "welcome", "_next", "static"],
]);

/** The path of a request without ids, one-time tokens and filters, none of which belong in a log. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const segments = path.split("/").map((part) => (part === "" || ROUTE_SEGMENTS.has(part) ? part : "[…]"));
  return segments.join("/").replace(/^\/_next\/.*/, "/_next/[…]");
}

export type FinishedRequest = { method: string; path: string; status: number; durationMs: number };

/** Failed and slow requests are shown by default; the rest is for whoever looks for a fault. */
export function requestLevel({ path, status, durationMs }: FinishedRequest): "debug" | "info" | "warn" {
  if (HEALTH.test(path)) return "debug";
  if (status >= 500) return "warn";
  return durationMs >= SLOW_MS && !STREAMED.test(path) ? "info" : "debug";
}

/** Logs every request that the server of this process has answered from now on. */
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
    const level = requestLevel(finished);
    log()[level](finished, level === "info" ? "Slow request" : "Request");
  });
}
