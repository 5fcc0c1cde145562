import "server-only";
import { createDriftRecorder } from "@/lib/drift/drift-recorder";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { createIssuer, type Issuer } from "./create-issuer";
import { databaseGate } from "./database-gate";

const slot = processWide<Issuer>("issuer");

/** The process's only client; its circuit breaker and rate limit are shared with all instances on this database. */
export function issuer(): Issuer {
  slot.current ??= createIssuer({
    ...env().issuer,
    log: log(),
    gate: databaseGate,
    onAnswer: createDriftRecorder(env().issuer.url),
  });
  return slot.current;
}
