import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createIssuer, type Issuer } from "./create-issuer";
import { databaseGate } from "./database-gate";

const shared = globalThis as typeof globalThis & { cardwellIssuer?: Issuer };

/** The one client of this process: its breaker and the issuer's pauses count for all dashboards on this database. */
export function issuer(): Issuer {
  shared.cardwellIssuer ??= createIssuer({ ...env().issuer, log: log(), gate: databaseGate });
  return shared.cardwellIssuer;
}
