import type pg from "pg";

export type Engine = "postgres" | "pglite";

/** A connection pool of either engine; both use the same SQL. */
export type Database = {
  engine: Engine;
  pool: pg.Pool;
  /** Receives `notify channel, payload` from any process on the same database. */
  listen(channel: string, listener: Listener): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
};

export type Listener = {
  onMessage(payload: string): void;
  /** Called after a lost connection is restored; messages in between were missed. */
  onReconnect(): void;
};

/** A PostgreSQL URL, or a folder for the embedded engine (`memory://` stores nothing). */
export type DatabaseLocation = { url: string } | { folder: string };
