import pg from "pg";
import type { Listener } from "./database";

const RECONNECT_MS = 500;
const CHECK_INTERVAL_MS = 5_000;
/** A reachable server closes the connection immediately. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Listens on a dedicated connection and reconnects when it is lost. A connection can die without either end noticing,
 * so it is checked every few seconds and replaced if it doesn't respond.
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  listener: Listener,
  { checkIntervalMs = CHECK_INTERVAL_MS }: { checkIntervalMs?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let connecting: { client: pg.Client; done: Promise<void> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CHECK_INTERVAL_MS,
      query_timeout: checkIntervalMs,
    });
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ payload }) => listener.onMessage(payload ?? ""));
    connecting = { client: fresh, done: subscribe(fresh) };
    await connecting.done.finally(() => {
      connecting = null;
    });
    if (isStopped) {
      destroyConnection(fresh);
      throw new Error("The listener was stopped while it connected");
    }
    fresh.on("end", retry);
    client = fresh;
    check(fresh);
  };

  const subscribe = async (fresh: pg.Client) => {
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      destroyConnection(fresh);
      throw error;
    }
  };

  const check = (checked: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await checked.query("select 1");
        if (client === checked && !isStopped) check(checked);
      } catch {
        destroyConnection(checked);
      }
    }, checkIntervalMs);
  };

  const retry = () => {
    client = null;
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => connect().then(() => listener.onReconnect(), retry), RECONNECT_MS);
  };

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (connecting) {
        destroyConnection(connecting.client);
        await connecting.done.catch(() => undefined);
      }
      if (client) await closeWithin(client, CLOSE_TIMEOUT_MS);
    },
  };
}

/** Closes the connection, or destroys it if it doesn't respond in time. */
async function closeWithin(client: pg.Client, timeoutMs: number): Promise<void> {
  const timer = setTimeout(destroyConnection, timeoutMs, client);
  await client.end();
  clearTimeout(timer);
}

/** Doesn't send a termination message, because a dead connection would wait for it. */
function destroyConnection(client: pg.Client): void {
  client.connection.stream.destroy();
}
