import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { createIssuer, type Issuer } from "./create-issuer";
import { databaseGate } from "./database-gate";

const slot = processWide<Issuer>("issuer");

/** The one client of this process: its breaker and the issuer's pauses count for all dashboards on this database. */
export function issuer(): Issuer {
  slot.current ??= createIssuer({ ...env().issuer, log: log(), gate: databaseGate });
  return slot.current;
}
