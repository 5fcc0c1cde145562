import "server-only";
import { database } from "@/lib/db/database";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

/** Whether this process can serve: its database answers. Says nothing of the issuer, whose absence we survive. */
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

/** How the issuer last answered. It decides nothing about readiness: the dashboard works with what it knows. */
export function issuerReachability(): "reachable" | "unreachable" | "unknown" {
  const { lastSuccessAt, lastFailure } = issuer().state();
  if (lastFailure && (!lastSuccessAt || lastSuccessAt < lastFailure.at)) return "unreachable";
  return lastSuccessAt ? "reachable" : "unknown";
}
