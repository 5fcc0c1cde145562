import { mkdir } from "node:fs/promises";
import pg from "pg";
import type { Database, DatabaseLocation, Listener } from "./database";
import { describeLocation } from "./describe-location";
import { lockFolder } from "./folder-lock";
import { listenOnPostgres } from "./listen-on-postgres";

/** The server cannot be reached or does not let us in. The message is one sentence without a password. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";
}

export async function openDatabase(
  location: DatabaseLocation,
  options: { connections?: number; snapshot?: Blob } = {},
): Promise<Database> {
  return "url" in location
    ? openPostgres(location.url, options.connections ?? 10)
    : openPglite(location.folder, options.snapshot);
}

/** Runs `work` in one transaction on one connection. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection lost between two queries must not end the process; the next query says that it is gone.
  client.on("error", ignore);
  let isBroken = false;
  try {
    return await inTransactionOn(
      client,
      () => work(client),
      () => {
        isBroken = true;
      },
    );
  } finally {
    client.off("error", ignore);
    client.release(isBroken);
  }
}

/** The same on a connection that the caller holds. */
export async function inTransactionOn<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  onBroken: () => void = ignore,
): Promise<T> {
  try {
    await client.query("begin");
    const result = await work();
    // After a failed query that the work has caught, PostgreSQL takes a commit for a rollback and calls it a success.
    const { command } = await client.query("commit");
    if (command === "ROLLBACK")
      throw new Error("The transaction was rolled back because one of its queries failed");
    return result;
  } catch (error) {
    await client.query("rollback").catch(onBroken);
    throw error;
  }
}

export function ignore(): void {}

async function openPostgres(url: string, connections: number): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on("error", ignore);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw isUnreachable(error) ? unreachable(url, error) : error;
  }
  const listen = (channel: string, listener: Listener) => listenOnPostgres(url, channel, listener);
  return { engine: "postgres", pool, listen, close: () => pool.end() };
}

/** The network's refusals, and PostgreSQL's own: no such user, wrong password, no such database. */
function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(E[A-Z_]+|28\w{3}|3D000)$/.test(code);
}

function unreachable(url: string, { code, message }: NodeJS.ErrnoException): DatabaseUnreachableError {
  const reason = code?.startsWith("E") ? code : message;
  return new DatabaseUnreachableError(`The database ${describeLocation({ url })} is unreachable: ${reason}.`);
}

async function openPglite(folder: string, snapshot: Blob | undefined): Promise<Database> {
  const inMemory = folder.startsWith("memory://");
  const [{ PGlite }, { createPgConfig }, { pg_trgm }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/node-postgres"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
  ]);
  if (!inMemory) await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = inMemory ? null : await lockFolder(folder);
  try {
    const pglite = new PGlite(folder, {
      extensions: { pg_trgm },
      ...(snapshot && { loadDataDir: snapshot }),
    });
    await pglite.waitReady;
    // One connection: PGlite is a single backend, and its adapter shares one connection object.
    const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 } as pg.PoolConfig);
    keepConnection(pool);
    const close = async () => {
      await pool.end();
      await pglite.close();
      await lock?.release();
    };
    const listen = async (channel: string, listener: Listener) => {
      const unlisten = await pglite.listen(channel, listener.onMessage);
      return { stop: () => unlisten() };
    };
    return { engine: "pglite", pool, listen, close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** A pool ends the connection of a query that failed. The embedded engine's is the only one: ended, it takes all along. */
function keepConnection(pool: pg.Pool): void {
  const query = async (...parameters: Parameters<pg.PoolClient["query"]>) => {
    const client = await pool.connect();
    try {
      return await client.query(...parameters);
    } finally {
      client.release();
    }
  };
  pool.query = query as unknown as typeof pool.query;
}
