import "server-only";
import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Loopback, private and special-purpose networks, and ranges that embed another address. */
const FORBIDDEN = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  FORBIDDEN.addSubnet(network, prefix, "ipv4");

/** IPv6 global unicast; the ranges inside it that embed another address or are not routed are forbidden. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  FORBIDDEN.addSubnet(network, prefix, "ipv6");

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !FORBIDDEN.check(address, "ipv4");
  return family === 6 && GLOBAL.check(address, "ipv6") && !FORBIDDEN.check(address, "ipv6");
}

export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * Checks each address inside the socket's own DNS lookup, so that a name can't resolve to one address for the check and
 * to another for the connection. `check` throws if the address is not allowed.
 */
export function guardedLookup(check: (address: string) => void, resolveName = resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      try {
        for (const { address } of addresses) check(address);
      } catch (rejection) {
        return callback(rejection as NodeJS.ErrnoException, "", 0);
      }
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      callback(null, first?.address ?? "", first?.family ?? 0);
    });
  };
}

/** A host of a setting as URLs have it: in lower case, and without the usual port. */
export function hostOf(setting: string): string {
  return URL.canParse(`https://${setting}`) ? new URL(`https://${setting}`).host : setting;
}
