import { createServer } from "node:net";
import { Refusal } from "./refusal.mjs";

// A server may listen on everything or on loopback only, by either family, and not every
// system reports one as a conflict with the other: a port is free when all four are.
const ADDRESSES = ["::", "0.0.0.0", "::1", "127.0.0.1"];

/**
 * @param {string} setting the setting to name when the port cannot be had
 * @param {number} port
 */
export async function requireFreePort(setting, port) {
  for (const address of ADDRESSES) {
    const error = await tryToListen(port, address);
    if (error === "EADDRINUSE") {
      throw new Refusal(
        `Port ${port} is already in use. Stop the process that uses it, or set ${setting} to another port.`,
      );
    }
    if (error === "EACCES") {
      throw new Refusal(`Port ${port} requires elevated privileges. Set ${setting} to a port above 1023.`);
    }
  }
}

/**
 * Ports that nobody listens on at this moment, each different.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenAnywhere()));
  const ports = servers.map(
    (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @returns {Promise<import("node:net").Server>} */
function listenAnywhere() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => resolve(server));
  });
}

/**
 * @param {number} port
 * @param {string} address
 * @returns {Promise<string | null>} the error's code, or null when it listened
 */
function tryToListen(port, address) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? "unknown"));
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
