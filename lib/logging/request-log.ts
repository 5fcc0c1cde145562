import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";

const SLOW_MS = 3_000;
/** Streaming routes, whose duration doesn't mean that they are slow. */
const STREAMING_ROUTES =
  /^\/api\/(events|.*\/export|reports\/.*\/file|reports\/archive|reconciliation\/close-pack)$/;
/** Polled by load balancers; a failure is logged separately. */
const HEALTH_ROUTES = /^\/api\/health\//;

/** The static segments of our routes; a test compares them with the app folder. */
export const ROUTE_SEGMENTS = new Set([
  ...["activity", "active-cards", "api", "audit", "auth", "captured", "cards", "chain", "connection"],
  ...["customers", "designs", "events", "export", "file", "health", "index-state", "issuer"],
  ...["known-shipping", "live", "login", "new", "notifications", "profile", "ready", "reports", "rows"],
  ...["sandbox", "search", "settings", "since-freeze", "status", "team", "transactions", "webhooks"],
  ...["totals", "welcome", "_next", "static", "alerts", "confirm", "mail-previews", "outbox", "people"],
  ...["policy-reports", "security", "sessions", "sign-out", ".well-known", "security.txt"],
  ...["approvals", "enroll", "refused", "waiting"],
  ...[
    "archive",
    "close-pack",
    "columns",
    "compare",
    "coverage",
    "exceptions",
    "fitting",
    "matching",
    "merchants",
  ],
  "bulk",
  "issue",
  "template",
  "reconciliation",
  "views",
  "card-templates",
  "counts",
]);

/** Removes IDs, one-time tokens and filters, which must not be logged. */
export function loggedPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const segments = path.split("/").map((part) => (part === "" || ROUTE_SEGMENTS.has(part) ? part : "[…]"));
  return segments.join("/").replace(/^\/_next\/.*/, "/_next/[…]");
}

export type FinishedRequest = { method: string; path: string; status: number; durationMs: number };

/** At the default level only failed and slow requests are shown. */
export function requestLevel({ path, status, durationMs }: FinishedRequest): "debug" | "info" | "warn" {
  if (HEALTH_ROUTES.test(path)) return "debug";
  if (status >= 500) return "warn";
  return durationMs >= SLOW_MS && !STREAMING_ROUTES.test(path) ? "info" : "debug";
}

/** Logs every request that this process's server handles from now on. */
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
