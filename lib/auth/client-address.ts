import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe as onDiagnostics } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

export const UNKNOWN_ADDRESS = "unknown";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the canonical IP address without brackets, port and zone; null if the text is not an IP address. */
export function normalizeAddress(text: string | null | undefined): string | null {
  const bare = stripPort(text?.trim() ?? "").split("%", 1)[0] ?? "";
  const address = MAPPED_IPV4.exec(bare)?.[1] ?? bare;
  if (isIP(address) === 6) return canonicalIpv6(address);
  return isIP(address) === 4 ? address : null;
}

/**
 * The range by which attempts are counted: an IPv6 client usually has a whole /64 and could use a new address for each
 * attempt.
 */
export function addressRange(address: string): string {
  return isIP(address) === 6 ? `${ipv6Groups(address).slice(0, 4).join(":")}::/64` : address;
}

/**
 * Each proxy appends the address it saw to `x-forwarded-for`, so everything to the left of the trusted proxies' entries
 * comes from the client and can't be trusted.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustedProxies: number,
): string {
  const hop = trustedProxies > 0 ? forwardedFor?.split(",").at(-trustedProxies) : undefined;
  return normalizeAddress(hop) ?? normalizeAddress(socketAddress) ?? UNKNOWN_ADDRESS;
}

/** Returns a warning for a dashboard that uses https, and so is behind a proxy, but trusts no proxy. */
export function findProxyMisconfiguration(
  settings: Pick<Env, "mode" | "publicUrl" | "trustedProxies">,
): string | null {
  const { mode, publicUrl, trustedProxies } = settings;
  if (mode !== "live" || publicUrl.protocol !== "https:" || trustedProxies > 0) return null;
  return "All callers appear to come from the proxy's address and share one sign-in limit: set TRUST_PROXY to the number of proxies in front of the dashboard";
}

/** Contains a token that only this process knows; without it the forwarding headers come from the client. */
const TOKEN_HEADER = "x-cardwell-settled";

const slot = processWide<string>("forwarded-headers-token");

/** Returns the sanitized client address; unknown for a request that arrived before the server was ready. */
export function trustedAddress(headers: Headers): string {
  const isSanitized = headers.get(TOKEN_HEADER) === (slot.current ?? null);
  return (isSanitized && normalizeAddress(headers.get("x-forwarded-for"))) || UNKNOWN_ADDRESS;
}

/**
 * Next passes on the forwarding headers as the client sent them. This replaces them with trusted values, for our own
 * code and for Next.
 */
export function sanitizeForwardedHeaders(trustedProxies: number, publicHost: string): void {
  slot.current ??= randomUUID();
  const token = slot.current;
  onDiagnostics("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    sanitizeAddressHeaders(request.headers, request.socket, trustedProxies);
    sanitizeHost(request.headers, trustedProxies, publicHost);
    request.headers[TOKEN_HEADER] = token;
  });
}

function sanitizeAddressHeaders(
  headers: IncomingHttpHeaders,
  socket: { remoteAddress?: string | undefined; encrypted?: boolean },
  trustedProxies: number,
): void {
  headers["x-forwarded-for"] = clientAddress(
    headers["x-forwarded-for"]?.toString(),
    socket.remoteAddress,
    trustedProxies,
  );
  // Most proxies replace this header instead of appending to it, so a shorter list also ends with trusted values.
  const protocols = trustedProxies > 0 ? (headers["x-forwarded-proto"]?.toString().split(",") ?? []) : [];
  const protocol = protocols[Math.max(0, protocols.length - trustedProxies)]?.trim().toLowerCase();
  headers["x-forwarded-proto"] = protocol ?? (socket.encrypted ? "https" : "http");
}

/** Next accepts server actions from the site named in this header. An undeclared proxy may still name our own host. */
function sanitizeHost(headers: IncomingHttpHeaders, trustedProxies: number, publicHost: string): void {
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
