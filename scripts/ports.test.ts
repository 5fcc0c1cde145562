import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { findFreePorts, requireFreePort } from "./ports.mjs";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe("ports", () => {
  it("finds distinct free ports", async () => {
    const ports = await findFreePorts(5);
    expect(new Set(ports).size).toBe(5);
    for (const port of ports) await expect(requireFreePort("PORT", port)).resolves.toBeUndefined();
  });

  it.each(["0.0.0.0", "127.0.0.1", ...(hasIpv6() ? ["::", "::1"] : [])])(
    "detects a server on %s",
    async (address) => {
      const [port = 0] = await findFreePorts(1);
      await listen(port, address);
      await expect(requireFreePort("PORT", port)).rejects.toThrow(
        `Port ${port} is already in use. Stop the process that uses it, or set PORT to another port.`,
      );
    },
  );
});

function listen(port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    const server = createServer();
    servers.push(server);
    server.once("error", fail);
    server.listen({ port, host }, () => done());
  });
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family }) => family === "IPv6"),
  );
}
