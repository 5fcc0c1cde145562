import pg from "pg";
import type { Database, DatabaseLocation, Listener } from "./database";
import { describeLocation } from "./describe-location";
import { listenOnPostgres } from "./listen-on-postgres";
import { openPglite } from "./open-pglite";

/** Includes the time in which all connections are in use. */
const CONNECT_TIMEOUT_MS = 15_000;

/** The server can't be reached or rejects the login. The message is one sentence without a password. */
export class DatabaseUnreachableError extends Error {
  override name = "DatabaseUnreachableError";
}

type OpenOptions = {
  connections?: number;
  connectTimeoutMs?: number;
  /** For PostgreSQL: a connection that doesn't respond to a query for this long is replaced. */
  queryTimeoutMs?: number;
  snapshot?: Blob;
  onStop?: (cause: unknown) => void;
};

export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  return "url" in location ? openPostgres(location.url, options) : openPglite(location.folder, options);
}

/** `settings` are `set local` statements, sent together with the beginning. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  settings = "",
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
      settings,
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
  settings = "",
): Promise<T> {
  try {
    await client.query(`begin; ${settings}`);
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

async function openPostgres(
  url: string,
  { connections = 10, connectTimeoutMs = CONNECT_TIMEOUT_MS, queryTimeoutMs }: OpenOptions,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // A connection can die without either end noticing; without limits its queries would wait for minutes.
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  });
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

/** Network errors, and PostgreSQL's: an unknown user or database, a wrong password, or no connection to be had now. */
function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(E[A-Z_]+|28\w{3}|3D000|53300|55000|57P03)$/.test(code) || isConnectTimeout(error);
}

/** pg's errors have no code for it. */
function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && /connection timeout|timeout exceeded|timeout expired/.test(error.message);
}

function unreachableError(url: string, { code, message }: NodeJS.ErrnoException): DatabaseUnreachableError {
  const reason = code?.startsWith("E") ? code : message;
  return new DatabaseUnreachableError(`The database ${describeLocation({ url })} is unreachable: ${reason}.`);
}
