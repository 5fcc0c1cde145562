import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { settledAddress } from "./client-address";

export type RequestInfo = { address: string; userAgent: string | null; requestId: string };

/** Where a request comes from. The server settled its forwarding headers as it arrived (client-address.ts). */
export async function requestInfo(): Promise<RequestInfo> {
  return readRequestInfo(await headers());
}

export function readRequestInfo(given: Headers): RequestInfo {
  return {
    address: settledAddress(given),
    userAgent: given.get("user-agent"),
    requestId: randomUUID(),
  };
}
