import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** @typedef {import("node:worker_threads").MessagePort} MessagePort */
/** @typedef {{ connect(port: MessagePort): void, close(): Promise<void> }} PgliteEngine */
/** @typedef {{ folder: string, snapshot: Blob | undefined }} PgliteOptions */

/**
 * The embedded PostgreSQL in the thread that calls this. Each port is one connection: it receives the bytes that a
 * client would send over a socket, and replies with the server's.
 * @param {PgliteOptions} options
 * @returns {Promise<PgliteEngine>}
 */
export async function startPglite({ folder, snapshot }) {
  const pglite = await PGlite.create(folder, {
    extensions: { pg_trgm },
    ...(snapshot && { loadDataDir: snapshot }),
  });

  /** @param {Uint8Array<ArrayBuffer>} request */
  const reply = async (request) => {
    // All connections share one session. What a connection finds at its start was left by one that is gone.
    if (isStartup(request)) await pglite.exec("rollback; deallocate all");
    /** @type {Uint8Array[]} */
    const parts = [];
    await pglite.execProtocolRawStream(request, { onRawData: (bytes) => parts.push(bytes.slice()) });
    return new Uint8Array(Buffer.concat(parts));
  };

  return {
    connect(port) {
      port.on("message", async (request) => {
        const bytes = await reply(request);
        port.postMessage(bytes, [bytes.buffer]);
      });
    },
    close: () => pglite.close(),
  };
}

/**
 * Every other message begins with a letter, this one with its length.
 * @param {Uint8Array} request
 */
function isStartup(request) {
  return request[0] === 0;
}
