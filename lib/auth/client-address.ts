import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe as onDiagnostics } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

export const UNKNOWN_ADDRESS = "unknown";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IP address in its one usual form; null for anything else. Brackets, ports and zones are left out. */
export function normalizeAddress(text: string | null | undefined): string | null {
  const bare = stripPort(text?.trim() ?? "").split("%", 1)[0] ?? "";
  const address = MAPPED_IPV4.exec(bare)?.[1] ?? bare;
  if (isIP(address) === 6) return canonicalIpv6(address);
  return isIP(address) === 4 ? address : null;
}

/**
 * The address to count attempts by: a single IPv6 customer is given at least a /64, and could otherwise come from a
 * new address each time.
 */
export function addressRange(address: string): string {
  return isIP(address) === 6 ? `${ipv6Groups(address).slice(0, 4).join(":")}::/64` : address;
}

/**
 * Where a request came from. Each proxy adds the address that it saw at the right end of `x-forwarded-for`; whatever
 * stands left of what the trusted ones added was written by the caller and proves nothing.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustedProxies: number,
): string {
  const hop = trustedProxies > 0 ? forwardedFor?.split(",").at(-trustedProxies) : undefined;
  return normalizeAddress(hop) ?? normalizeAddress(socketAddress) ?? UNKNOWN_ADDRESS;
}

/** What to tell the operator of a dashboard that is behind a proxy, as https means, and trusts none. */
export function findProxyMistake(
  settings: Pick<Env, "mode" | "publicUrl" | "trustedProxies">,
): string | null {
  const { mode, publicUrl, trustedProxies } = settings;
  if (mode !== "live" || publicUrl.protocol !== "https:" || trustedProxies > 0) return null;
  return "All callers appear to come from the proxy's address and share one sign-in limit: set TRUST_PROXY to the number of proxies in front of the dashboard";
}

/** Carries a word that only this process knows: without it, a request's forwarding headers are the caller's own. */
const SETTLED_HEADER = "x-cardwell-settled";

const slot = processWide<string>("settled-word");

/** Where a settled request came from. One that came in before the server was ready is from nowhere known. */
export function settledAddress(headers: Headers): string {
  const isSettled = headers.get(SETTLED_HEADER) === (slot.current ?? null);
  return (isSettled && normalizeAddress(headers.get("x-forwarded-for"))) || UNKNOWN_ADDRESS;
}

/**
 * Next passes the forwarding headers on as the caller wrote them. From here on they hold what is known to be true,
 * for our own code and for Next's.
 */
export function settleForwardedHeaders(trustedProxies: number, publicHost: string): void {
  slot.current ??= randomUUID();
  const word = slot.current;
  onDiagnostics("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    settleHeaders(request.headers, request.socket, trustedProxies);
    settleHost(request.headers, trustedProxies, publicHost);
    request.headers[SETTLED_HEADER] = word;
  });
}

function settleHeaders(
  headers: IncomingHttpHeaders,
  socket: { remoteAddress?: string | undefined; encrypted?: boolean },
  trustedProxies: number,
): void {
  headers["x-forwarded-for"] = clientAddress(
    headers["x-forwarded-for"]?.toString(),
    socket.remoteAddress,
    trustedProxies,
  );
  // Most proxies replace this one, so that a shorter list still ends with the trusted proxies' own words.
  const protocols = trustedProxies > 0 ? (headers["x-forwarded-proto"]?.toString().split(",") ?? []) : [];
  const protocol = protocols[Math.max(0, protocols.length - trustedProxies)]?.trim().toLowerCase();
  headers["x-forwarded-proto"] = protocol ?? (socket.encrypted ? "https" : "http");
}

/** Next runs an action for the page of any site that this names. A proxy that nobody declared may name ours. */
function settleHost(headers: IncomingHttpHeaders, trustedProxies: number, publicHost: string): void {
  if (trustedProxies === 0 && headers["x-forwarded-host"] !== publicHost) delete headers["x-forwarded-host"];
}

function stripPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function ipv6Groups(address: string): string[] {
  const [head = "", tail] = canonicalIpv6(address).split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}
