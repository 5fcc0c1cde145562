import type pg from "pg";

export type Engine = "postgres" | "pglite";

/** A pool of connections, whichever engine answers them. Both speak the same SQL. */
export type Database = {
  engine: Engine;
  pool: pg.Pool;
  /** Hears what `notify channel, payload` says, in this process or any other on the same database. */
  listen(channel: string, listener: Listener): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
};

export type Listener = {
  onMessage(payload: string): void;
  /** The connection was lost and is back: messages in between were missed. */
  onReconnect(): void;
};

/** Where a database lives: a PostgreSQL URL, or a folder for the embedded one (`memory://` keeps nothing). */
export type DatabaseLocation = { url: string } | { folder: string };
