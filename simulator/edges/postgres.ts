import pg from "pg";
import type { DatabaseEngine } from "./database-engine";
import { currentMachine } from "./machines";

const engines = new Map<string, DatabaseEngine>();

/** Connections to this host reach the engine. */
export function serveDatabase(host: string, engine: DatabaseEngine): void {
  engines.set(host, engine);
}

type Query = { text: string; name?: string };

/** Replaces pg's clients, so that the product opens its databases by URL as usual. */
export function replacePostgres(): void {
  const RealClient = pg.Client;
  const RealPool = pg.Pool;

  class Client extends RealClient {
    readonly #engine: DatabaseEngine;

    constructor(config: pg.ClientConfig) {
      const machine = currentMachine();
      const engine = getEngine(config);
      super({ ...config, stream: () => engine.connect(machine), ssl: false });
      this.#engine = engine;
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has nine overloads.
    override query(query: any, ...rest: any[]): any {
      if (isNamed(query)) {
        // The one session of PGlite can't hold the same name for several connections.
        const { name: _, ...unnamed } = query;
        return super.query(unnamed, ...(rest as []));
      }
      const lock = typeof query === "string" ? /^select pg_(try_)?advisory_(un)?lock\(/.exec(query) : null;
      if (lock)
        return this.#lock(Number(rest[0][0]), { isTry: Boolean(lock[1]), isUnlock: Boolean(lock[2]) });
      return super.query(query, ...(rest as []));
    }

    async #lock(key: number, { isTry, isUnlock }: { isTry: boolean; isUnlock: boolean }) {
      const { locks } = this.#engine;
      const machine = currentMachine();
      if (isUnlock) locks.delete(key);
      while (!isUnlock && locks.has(key) && !isTry) await new Promise((resolve) => setTimeout(resolve, 1));
      const isFree = !isUnlock && !locks.has(key);
      if (isFree) locks.set(key, machine);
      return { rows: [{ acquired: isFree }] };
    }
  }

  class Pool extends RealPool {
    constructor(config: pg.PoolConfig) {
      super(config);
      Object.assign(this, { Client });
    }
  }

  Object.assign(pg, { Client, Pool });
}

function isNamed(query: unknown): query is Query {
  return typeof query === "object" && query !== null && "name" in query && typeof query.name === "string";
}

function getEngine({ connectionString }: pg.ClientConfig): DatabaseEngine {
  const { host } = new URL(connectionString ?? "");
  const engine = engines.get(host);
  if (!engine) throw new Error(`No database at ${host}`);
  return engine;
}
