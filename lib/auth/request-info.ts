import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";

export type RequestInfo = { address: string; userAgent: string | null; requestId: string };

/** Where a request comes from. The address is the socket's own unless a proxy is trusted (see instrumentation.ts). */
export async function requestInfo(): Promise<RequestInfo> {
  return readRequestInfo(await headers());
}

export function readRequestInfo(given: Headers): RequestInfo {
  return {
    address: given.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown",
    userAgent: given.get("user-agent"),
    requestId: randomUUID(),
  };
}
