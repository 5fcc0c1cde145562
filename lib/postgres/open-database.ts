import { mkdir } from "node:fs/promises";
import pg from "pg";
import type { Database, DatabaseLocation, Listener } from "./database";
import { describeLocation } from "./describe-location";
import { lockFolder } from "./folder-lock";
import { listenOnPostgres } from "./listen-on-postgres";

/** The server can't be reached or rejects the login. The message is one sentence without a password. */
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

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection lost between two queries must not crash the process; the next query fails instead.
  client.on("error", noop);
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
    client.off("error", noop);
    client.release(isBroken);
  }
}

/** Like inTransaction, but uses the caller's connection. */
export async function inTransactionOn<T>(
  client: pg.PoolClient,
  work: () => Promise<T>,
  onBroken: () => void = noop,
): Promise<T> {
  try {
    await client.query("begin");
    const result = await work();
    // If a query failed and `work` caught the error, PostgreSQL turns the commit into a rollback and reports success.
    const { command } = await client.query("commit");
    if (command === "ROLLBACK")
      throw new Error("The transaction was rolled back because one of its queries failed");
    return result;
  } catch (error) {
    await client.query("rollback").catch(onBroken);
    throw error;
  }
}

export function noop(): void {}

async function openPostgres(url: string, connections: number): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // An idle connection that the server closes must not crash the process; the next query opens another.
  pool.on("error", noop);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw isUnreachable(error) ? unreachableError(url, error) : error;
  }
  const listen = (channel: string, listener: Listener) => listenOnPostgres(url, channel, listener);
  return { engine: "postgres", pool, listen, close: () => pool.end() };
}

/** Network errors, and PostgreSQL's errors for an unknown user, a wrong password or an unknown database. */
function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(E[A-Z_]+|28\w{3}|3D000)$/.test(code);
}

function unreachableError(url: string, { code, message }: NodeJS.ErrnoException): DatabaseUnreachableError {
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

/** A pool closes the connection after a failed query, but closing the embedded engine's only one would end the engine. */
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
