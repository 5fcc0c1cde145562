import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { database } from "@/lib/db/database";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { DatabaseValues } from "./database-values";
import { setPoolValues, setProcessValues } from "./process-values";
import { openRegistry } from "./registry";

const slot = processWide<DatabaseValues>("metrics-database-values");

/** For Prometheus, which sends METRICS_TOKEN instead of a session. */
export async function serveMetrics(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === null) return respond(404, "Not found\n");
  if (!isEqual(tokenOf(request.headers), metricsToken))
    return respond(401, "Send METRICS_TOKEN as a bearer token.\n", { "www-authenticate": "Bearer" });
  const registry = openRegistry();
  setProcessValues(registry);
  const opened = await database();
  // Before the values are read, which takes a connection itself.
  setPoolValues(registry, opened);
  slot.current ??= new DatabaseValues();
  await slot.current.update(registry, opened.pool);
  return respond(200, await registry.print(), { "content-type": registry.contentType });
}

function tokenOf(headers: Headers): string {
  return /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}

/** Compares in constant time, even for different lengths. */
function isEqual(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

function respond(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
