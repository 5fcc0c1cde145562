import { isIP } from "node:net";

/** Names that nobody on the internet can own; Docker has its host and its services below the second. */
const PRIVATE_NAME = /(^[^.]*|\.(localhost|internal))$/;

/**
 * Whether a request is meant for this sandbox. A page on the internet can let its own name resolve to 127.0.0.1, and
 * could then read everything here; it can't do that with an address or a private name.
 */
export function isKnownHost(hostname: string, configured: readonly string[]): boolean {
  const name = hostname.toLowerCase();
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0 || PRIVATE_NAME.test(name) || configured.includes(name);
}
