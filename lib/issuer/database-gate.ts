import "server-only";
import type pg from "pg";
import { database } from "@/lib/db/database";
import type { GateState, GateStore } from "./shared-gate";

type Row = { version: string; pause_ms: number; open_ms: number | null };

const STATE = `version,
  greatest(0, coalesce(extract(epoch from not_before - now()) * 1000, 0))::float8 as pause_ms,
  case when open_until is not null
    then greatest(0, extract(epoch from open_until - now()) * 1000) end::float8 as open_ms`;

export function createDatabaseGate(db: pg.Pool): GateStore {
  return {
    async read() {
      const { rows } = await db.query<Row>(`select ${STATE} from issuer_gate`);
      return rows[0] ? toState(rows[0]) : null;
    },
    async pauseCalls(pauseMs) {
      await db.query(
        "update issuer_gate set not_before = greatest(not_before, now() + make_interval(secs => $1))",
        [pauseMs / 1000],
      );
    },
    async setBreaker(openMs) {
      const { rows } = await db.query<{ version: string }>(
        `update issuer_gate set version = version + 1, probe_until = null,
           open_until = now() + make_interval(secs => $1) returning version`,
        [openMs === null ? null : openMs / 1000],
      );
      return Number(rows[0]?.version ?? 0);
    },
    async claimProbe(leaseMs) {
      const claimed = await db.query(
        `update issuer_gate set probe_until = now() + make_interval(secs => $1)
         where open_until <= now() and (probe_until is null or probe_until <= now())`,
        [leaseMs / 1000],
      );
      const state = await this.read();
      return state && { isClaimed: Boolean(claimed.rowCount), state };
    },
  };
}

/** Returns null for the embedded database: it belongs to one process, so there are no other instances to share with. */
async function ifShared<T>(use: (store: GateStore) => Promise<T>): Promise<T | null> {
  const { engine, pool } = await database();
  return engine === "pglite" ? null : use(createDatabaseGate(pool));
}

export const databaseGate: GateStore = {
  read: () => ifShared((store) => store.read()),
  pauseCalls: async (pauseMs) => {
    await ifShared((store) => store.pauseCalls(pauseMs));
  },
  setBreaker: (openMs) => ifShared((store) => store.setBreaker(openMs)),
  claimProbe: (leaseMs) => ifShared((store) => store.claimProbe(leaseMs)),
};

function toState({ version, pause_ms, open_ms }: Row): GateState {
  return { version: Number(version), pauseMs: pause_ms, openMs: open_ms };
}
