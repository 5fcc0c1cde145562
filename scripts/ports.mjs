import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { UserError } from "./user-error.mjs";

// A server may listen on all interfaces or only on loopback, with IPv4 or IPv6, and not every
// system reports a conflict between them. A port is free only if all four are.
const ADDRESSES = ["::", "0.0.0.0", "::1", "127.0.0.1"];
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];

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
 * Finds distinct free ports, below those that systems give to outgoing connections: one of those could take a port
 * while the program that it is meant for starts or restarts.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  /** @type {Set<number>} */
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/**
 * One address after the other, because they are in each other's way.
 * @param {number} port
 */
async function isFree(port) {
  for (const address of ADDRESSES) if ((await tryToListen(port, address)) === "EADDRINUSE") return false;
  return true;
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
