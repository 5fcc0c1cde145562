import "server-only";
import { pool } from "@/lib/db/database";
import { findRestoredAt } from "@/lib/db/restored-copy";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

/** Ready means that the database responds. The dashboard works without the issuer. */
export async function isReady(): Promise<boolean> {
  try {
    await (await pool()).query("select 1");
    return true;
  } catch (error) {
    log().error({ err: error }, "Not ready");
    return false;
  }
}

/** Such a copy doesn't ask the sandbox for its webhooks (scripts/join-sandbox.mjs). */
export async function isRestoredCopy(): Promise<boolean> {
  return (await findRestoredAt(await pool())) !== null;
}

/** Doesn't affect readiness. */
export function issuerReachability(): "reachable" | "unreachable" | "unknown" {
  const { lastSuccessAt, lastFailure } = issuer().state();
  if (lastFailure && (!lastSuccessAt || lastSuccessAt < lastFailure.at)) return "unreachable";
  return lastSuccessAt ? "reachable" : "unknown";
}
