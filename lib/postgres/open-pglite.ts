import { EventEmitter, once } from "node:events";
import { mkdir } from "node:fs/promises";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import pg from "pg";
import type { Database, Listener } from "./database";
import { lockFolder } from "./folder-lock";
import { PgliteConnection } from "./pglite-connection";
import type { PgliteEngine, PgliteOptions } from "./pglite-engine.mjs";

type Options = {
  snapshot?: Blob | undefined;
  /** Called if the engine stops without being closed; by default an uncaught error ends the process. */
  onStop?: ((cause: unknown) => void) | undefined;
};

export async function openPglite(folder: string, { snapshot, onStop }: Options = {}): Promise<Database> {
  const inMemory = folder.startsWith("memory://");
  if (!inMemory) await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = inMemory ? null : await lockFolder(folder);
  try {
    // Only tests keep a database in memory, and many small ones: a thread for each would take longer to start.
    const start = inMemory ? startInThisThread : startThread;
    const engine = await start({ folder, snapshot }, onStop);
    const { pool, listen } = createPool(engine);
    const close = async () => {
      await pool.end();
      await engine.close();
      await lock?.release();
    };
    return { engine: "pglite", pool, listen, close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

function createPool(engine: PgliteEngine): Pick<Database, "pool" | "listen"> {
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    engine.connect(port2);
    return new PgliteConnection(port1);
  };
  // One connection, because the engine has one session, and a transaction must have it to itself.
  const pool = new pg.Pool({
    stream: connect,
    ssl: false,
    user: "postgres",
    database: "postgres",
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined);

  const notifications = new EventEmitter();
  pool.on("connect", (client) => {
    client.on("notification", ({ channel, payload }) => notifications.emit(channel, payload ?? ""));
  });
  const listen = async (channel: string, { onMessage }: Listener) => {
    notifications.on(channel, onMessage);
    await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
    return {
      async stop() {
        notifications.off(channel, onMessage);
        if (notifications.listenerCount(channel) === 0)
          await pool.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      },
    };
  };
  return { pool, listen };
}

async function startInThisThread(options: PgliteOptions): Promise<PgliteEngine> {
  const { startPglite } = await import("./pglite-engine.mjs");
  const engine = await startPglite(options);
  const connect = (port: MessagePort) => {
    engine.connect(port);
    port.unref();
  };
  return { connect, close: engine.close };
}

/** The thread ends with the process, so that no query outlives the lock on the folder. */
async function startThread(options: PgliteOptions, onStop = throwUncaught): Promise<PgliteEngine> {
  const worker = new Worker(new URL("./pglite-thread.mjs", import.meta.url), {
    name: "database",
    workerData: options,
    // The options of this process are not for the thread: they may load a compiler, or watch the parent process.
    execArgv: [],
  });
  let cause: unknown;
  worker.on("error", (error) => {
    cause = error;
  });
  const exit = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve());
  });
  const failedStart = exit.then(() => {
    throw new Error("The embedded database did not start", { cause });
  });
  await Promise.race([once(worker, "message"), failedStart]);
  failedStart.catch(() => undefined);
  worker.unref();
  let isClosing = false;
  void exit.then(() => {
    if (!isClosing) onStop(cause);
  });
  return {
    connect(port) {
      if (worker.threadId === -1) port.close();
      else worker.postMessage(port, [port]);
    },
    async close() {
      isClosing = true;
      worker.ref();
      worker.postMessage(null);
      await exit;
    },
  };
}

function throwUncaught(cause: unknown): void {
  process.nextTick(() => {
    throw new Error("The embedded database has stopped", { cause });
  });
}
