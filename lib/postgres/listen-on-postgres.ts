import pg from "pg";
import type { Listener } from "./open-database";

const RECONNECT_MS = 500;
const CHECK_EVERY_MS = 5_000;

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
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      hangUp(fresh);
      throw error;
    }
    fresh.on("end", retry);
    client = fresh;
    check(fresh);
  };

  const check = (checked: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await checked.query("select 1");
        if (client === checked) check(checked);
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
      await client?.end();
    },
  };
}

/** Without a farewell, which a dead connection would wait for. */
function hangUp(client: pg.Client): void {
  client.connection.stream.destroy();
}
