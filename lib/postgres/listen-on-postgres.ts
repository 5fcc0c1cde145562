import pg from "pg";
import type { Listener } from "./database";

const RECONNECT_MS = 500;
const CHECK_EVERY_MS = 5_000;
/** A server that is there takes a goodbye at once. */
const LONGEST_GOODBYE_MS = 1_000;

/**
 * A connection of its own that listens, and comes back when it is lost. A connection can die without either end
 * being told, so it is asked something every few seconds, and replaced when it does not answer.
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  listener: Listener,
  { checkEveryMs = CHECK_EVERY_MS }: { checkEveryMs?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let connecting: { client: pg.Client; done: Promise<void> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CHECK_EVERY_MS,
      query_timeout: checkEveryMs,
    });
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ payload }) => listener.onMessage(payload ?? ""));
    connecting = { client: fresh, done: subscribe(fresh) };
    await connecting.done.finally(() => {
      connecting = null;
    });
    if (isStopped) {
      hangUp(fresh);
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
      hangUp(fresh);
      throw error;
    }
  };

  const check = (checked: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await checked.query("select 1");
        if (client === checked && !isStopped) check(checked);
      } catch {
        hangUp(checked);
      }
    }, checkEveryMs);
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
        hangUp(connecting.client);
        await connecting.done.catch(() => undefined);
      }
      if (client) await endWithin(client, LONGEST_GOODBYE_MS);
    },
  };
}

/** Says goodbye; a connection that is dead without knowing it is hung up. */
async function endWithin(client: pg.Client, limitMs: number): Promise<void> {
  const timer = setTimeout(hangUp, limitMs, client);
  await client.end();
  clearTimeout(timer);
}

/** Without a farewell, which a dead connection would wait for. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy();
}
