import pg from "pg";
import type { Listener } from "./open-database";

const RECONNECT_MS = 500;

/** A connection of its own that listens, and comes back when it is lost. */
export async function listenOnPostgres(
  url: string,
  channel: string,
  listener: Listener,
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ payload }) => listener.onMessage(payload ?? ""));
    await fresh.connect();
    await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    fresh.on("end", retry);
    client = fresh;
  };

  const retry = () => {
    client = null;
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
