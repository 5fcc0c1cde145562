import "server-only";
import { database } from "@/lib/db/database";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

/** Ready means that the database responds. The dashboard works without the issuer. */
export async function isReady(): Promise<boolean> {
  try {
    const { pool } = await database();
    await pool.query("select 1");
    return true;
  } catch (error) {
    log().error({ err: error }, "Not ready");
    return false;
  }
}

/** Doesn't affect readiness. */
export function issuerReachability(): "reachable" | "unreachable" | "unknown" {
  const { lastSuccessAt, lastFailure } = issuer().state();
  if (lastFailure && (!lastSuccessAt || lastSuccessAt < lastFailure.at)) return "unreachable";
  return lastSuccessAt ? "reachable" : "unknown";
}
