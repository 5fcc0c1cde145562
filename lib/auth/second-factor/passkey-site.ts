import "server-only";
import { isIP } from "node:net";
import { env } from "@/lib/env";

/** Where passkeys work: a passkey belongs to one domain, and browsers insist on https except on this machine. */
export type PasskeySite = { works: true; origin: string; domain: string } | { works: false; reason: string };

/** Comes from the configured address alone, never from a request: a proxy may report another host. */
export function passkeySite(publicUrl: URL = env().publicUrl): PasskeySite {
  const { protocol, hostname, origin } = publicUrl;
  const isThisMachine = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")))
    return { works: false, reason: `Passkeys need a domain name, and the address of Cardwell is ${origin}.` };
  if (protocol !== "https:" && !isThisMachine)
    return { works: false, reason: `Passkeys need https, and the address of Cardwell is ${origin}.` };
  return { works: true, origin, domain: hostname };
}
