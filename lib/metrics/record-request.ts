import "server-only";
import { findRoute } from "@/lib/logging/routes";
import { count, observe } from "./record";

type Finished = { method: string; path: string; status: number; durationMs: number; isStreaming: boolean };

/** `path` is the logged one. */
export function recordRequest({ method, path, status, durationMs, isStreaming }: Finished): void {
  const labels = { method, route: findRoute(path) ?? "other" };
  count("cardwell_http_requests_total", { ...labels, status: `${Math.floor(status / 100)}xx` });
  if (!isStreaming) observe("cardwell_http_request_duration_seconds", labels, durationMs / 1000);
}
