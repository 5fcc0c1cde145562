import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countTried } from "@/testing/count-tried";
import { ISSUER_FILE_HOST as ISSUER, ssrfLinks } from "@/testing/ssrf-links";
import { isLoopbackAddress, isPublicAddress } from "./address-guard";
import { LinkError } from "./link-error";
import { openLink } from "./open-link";

let canary: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => canary.listen(0, "::", ready));
  port = (canary.address() as { port: number }).port;
});
afterAll(() => new Promise((done) => canary.close(done)));

const RULES = {
  hosts: [ISSUER],
  sandboxHost: null,
  maxBytes: 1_000,
  firstByteMs: 1_000,
  idleMs: 1_000,
  totalMs: 2_000,
};

describe("a link from a webhook", () => {
  it("reaches only the allowed host, however it is written", async () => {
    const tried = ssrfLinks(port);
    expect(tried.length).toBeGreaterThanOrEqual(100);
    for (const link of tried) {
      await expect(openLink(link, RULES), link).rejects.toMatchObject({ isFinal: true });
      countTried("links");
    }
    countTried("connections", connections);
    expect(connections).toBe(0);
  });

  it.each([
    ["127.0.0.1", 4],
    ["10.1.2.3", 4],
    ["169.254.169.254", 4],
    ["::1", 6],
    ["::ffff:127.0.0.1", 6],
    ["64:ff9b::7f00:1", 6],
    ["fd00::1", 6],
  ])("reaches nothing if the allowed host resolves to %s", async (address, family) => {
    for (const found of [
      [{ address, family }],
      [
        { address: "93.184.216.34", family: 4 },
        { address, family },
      ],
    ]) {
      const resolve = ((_name: string, _options: unknown, done: (error: null, found: object[]) => void) =>
        done(null, found)) as never;
      const rules = { ...RULES, hosts: [`${ISSUER}:${port}`], resolve };
      await expect(openLink(`https://${ISSUER}:${port}/a.csv`, rules)).rejects.toThrow(LinkError);
      countTried("rebinding answers");
    }
    countTried("connections", connections);
    expect(connections).toBe(0);
  });

  it("fails if the server switches to another protocol", async () => {
    const server = createServer((socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
      ),
    );
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
    const rules = { ...RULES, hosts: [host], sandboxHost: host };
    await expect(openLink(`http://${host}/a.csv`, rules)).rejects.toThrow("The connection closed");
    server.close();
  });
});

describe("addresses", () => {
  it("are public only if they are globally reachable", () => {
    for (const address of ["93.184.216.34", "8.8.8.8", "2606:4700::1111"])
      expect(isPublicAddress(address)).toBe(true);
    for (const address of [
      "127.0.0.1",
      "::1",
      "::",
      "0.0.0.0",
      "172.31.255.255",
      "100.127.0.1",
      "fe80::1",
      "2002::1",
      "x",
    ])
      expect(isPublicAddress(address), address).toBe(false);
    expect(isLoopbackAddress("127.8.8.8")).toBe(true);
    expect(isLoopbackAddress("::1")).toBe(true);
    expect(isLoopbackAddress("128.0.0.1")).toBe(false);
  });
});
