import type pg from "pg";
import { verifyChain } from "@/lib/audit/verify";
import type { DatabaseEngine } from "@/simulator/edges/database-engine";
import type { Invariant } from "./invariant";

export const auditChain: Invariant = {
  name: "audit-chain",
  promise: "The audit log's chain is unbroken.",
  when: "end",
  async findViolation({ world }) {
    const state = await verifyChain(asPool(world.databases.dashboard));
    return state.isUnbroken ? null : `entry ${state.brokenAt}: ${state.why}`;
  },
};

function asPool(engine: DatabaseEngine): pg.Pool {
  const query = async (sql: string, values?: unknown[]) => ({ rows: await engine.read(sql, values) });
  return { query } as unknown as pg.Pool;
}
