import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { trustedAddress } from "./client-address";

export type RequestInfo = { address: string; userAgent: string | null; requestId: string };

/** The address is trustworthy, because the server sanitizes forwarding headers on arrival (client-address.ts). */
export async function requestInfo(): Promise<RequestInfo> {
  return readRequestInfo(await headers());
}

export function readRequestInfo(requestHeaders: Headers): RequestInfo {
  return {
    address: trustedAddress(requestHeaders),
    userAgent: requestHeaders.get("user-agent"),
    requestId: randomUUID(),
  };
}
