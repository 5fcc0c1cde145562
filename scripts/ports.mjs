import { createServer } from "node:net";
import { UserError } from "./user-error.mjs";

// A server may listen on all interfaces or only on loopback, with IPv4 or IPv6, and not every
// system reports a conflict between them. A port is free only if all four are.
const ADDRESSES = ["::", "0.0.0.0", "::1", "127.0.0.1"];

/**
 * @param {string} setting named in the error
 * @param {number} port
 */
export async function requireFreePort(setting, port) {
  for (const address of ADDRESSES) {
    const error = await tryToListen(port, address);
    if (error === "EADDRINUSE") {
      throw new UserError(
        `Port ${port} is already in use. Stop the process that uses it, or set ${setting} to another port.`,
      );
    }
    if (error === "EACCES") {
      throw new UserError(`Port ${port} requires elevated privileges. Set ${setting} to a port above 1023.`);
    }
  }
}

/**
 * Finds distinct free ports.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOnAnyPort()));
  const ports = servers.map(
    (server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @returns {Promise<import("node:net").Server>} */
function listenOnAnyPort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, () => resolve(server));
  });
}

/**
 * @param {number} port
 * @param {string} address
 * @returns {Promise<string | null>} the error code, or null on success
 */
function tryToListen(port, address) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? "unknown"));
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
