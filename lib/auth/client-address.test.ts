import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import {
  addressRange,
  clientAddress,
  findProxyMisconfiguration,
  normalizeAddress,
  sanitizeForwardedHeaders,
} from "./client-address";
import { readRequestInfo } from "./request-info";

describe("the client's address", () => {
  const socket = "10.0.0.1";

  it.each([
    ["no trusted proxy: the socket's address", "1.2.3.4", 0, socket],
    ["one proxy: the address it appended", "1.1.1.1, 2.2.2.2, 203.0.113.7", 1, "203.0.113.7"],
    ["two proxies: two from the right", "1.1.1.1, 203.0.113.7, 10.0.0.2", 2, "203.0.113.7"],
    ["fewer entries than proxies: the socket's address", "203.0.113.7", 2, socket],
    ["text instead of an address", "203.0.113.7, somewhere", 1, socket],
    ["markup instead of an address", "<script>", 1, socket],
    ["no header", undefined, 1, socket],
    ["an empty list", " , ", 1, socket],
    ["a port", "203.0.113.7:4711", 1, "203.0.113.7"],
    ["IPv6 in brackets with a port", "[2001:DB8::1]:4711", 1, "2001:db8::1"],
    ["IPv6 in full notation", "2001:0db8:0000:0000:0000:0000:0000:0001", 1, "2001:db8::1"],
    ["IPv4-mapped IPv6", "::ffff:203.0.113.7", 1, "203.0.113.7"],
    ["an invalid octet", "203.0.113.777", 1, socket],
  ])("%s", (_, forwardedFor, trustedProxies, expected) => {
    expect(clientAddress(forwardedFor, socket, trustedProxies)).toBe(expected);
  });

  it("is unknown if the socket has none", () => {
    expect(clientAddress(undefined, undefined, 0)).toBe("unknown");
  });

  it("is never taken from a header that was not sanitized", () => {
    const headers = new Headers({ "x-forwarded-for": "198.51.100.1, 203.0.113.7" });
    expect(readRequestInfo(headers).address).toBe("unknown");
  });

  it.each(["0", "1", "2", "10"])("may be behind %s proxies", (TRUST_PROXY) => {
    const settings = {
      TRUST_PROXY,
      NEXTAUTH_SECRET: "set here so that no file is written",
      NODE_ENV: "test",
    };
    expect(readEnv(settings as NodeJS.ProcessEnv).trustedProxies).toBe(Number(TRUST_PROXY));
  });

  it("is counted per /64 for IPv6 and individually for IPv4", () => {
    expect(addressRange("203.0.113.7")).toBe("203.0.113.7");
    expect(addressRange("2001:db8::1")).toBe("2001:db8:0:0::/64");
    expect(addressRange("2001:db8:0:0:ffff:1:2:3")).toBe("2001:db8:0:0::/64");
    expect(addressRange("2001:db8:0:1::1")).not.toBe(addressRange("2001:db8::1"));
    expect(addressRange("::1")).toBe("0:0:0:0::/64");
  });

  it("is always an IP address", () => {
    for (const text of ["", null, "::ffff:1.2.3", "1.2.3.4, 5.6.7.8", "localhost", "fe80::1%eth0/x"])
      expect(normalizeAddress(text) ?? "none").toMatch(/^(none|fe80::1)$/);
  });
});

describe("a server without a trusted proxy", () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, response) => {
    // The first request arrives before the headers are sanitized, as it can while Next starts.
    if (seen.length === 0) sanitizeForwardedHeaders(0, "cards.example");
    seen.push(incoming.headers);
    response.end();
  });
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    for (const host of ["evil.example", "evil.example", "cards.example"]) await send(host);
  });
  afterAll(() => server.close());

  async function send(forwardedHost: string): Promise<void> {
    const forged = {
      "x-forwarded-for": "198.51.100.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": forwardedHost,
      "x-cardwell-settled": "forged",
    };
    const [response] = await once(
      request({ port: (server.address() as AddressInfo).port, headers: forged }).end(),
      "response",
    );
    response.resume();
    await once(response, "end");
  }
  const addressOf = (headers: IncomingHttpHeaders | undefined) =>
    readRequestInfo(new Headers(headers as Record<string, string>)).address;

  it("uses the socket's address and protocol, whatever the client sends", () => {
    expect(seen[1]).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" });
    expect(addressOf(seen[1])).toBe("127.0.0.1");
  });

  it("removes any other forwarded host, so that other sites can't send actions", () => {
    expect(seen[1]).not.toHaveProperty("x-forwarded-host");
    expect(seen[2]).toMatchObject({ "x-forwarded-host": "cards.example" });
  });

  it("reports an unknown address for a request that arrived before it was ready", () => {
    expect(addressOf(seen[0])).toBe("unknown");
  });
});

describe("the warning that all clients share the proxy's address", () => {
  const https = new URL("https://cards.example");
  const http = new URL("http://localhost:3000");

  it("is given to a live dashboard on https that trusts no proxy", () => {
    expect(findProxyMisconfiguration({ mode: "live", publicUrl: https, trustedProxies: 0 })).toContain(
      "TRUST_PROXY",
    );
  });

  it.each([
    ["trusts one", { mode: "live", publicUrl: https, trustedProxies: 1 }],
    ["is not on https", { mode: "live", publicUrl: http, trustedProxies: 0 }],
    ["is on the sandbox", { mode: "sandbox", publicUrl: https, trustedProxies: 0 }],
  ] as const)("is not given to one that %s", (_, settings) => {
    expect(findProxyMisconfiguration(settings)).toBeNull();
  });
});
