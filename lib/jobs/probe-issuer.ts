import "server-only";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

/**
 * Logs whether the live issuer responds correctly with this key. A failure doesn't stop the dashboard, which works with
 * the data it has.
 */
export async function probeIssuer(): Promise<void> {
  const { url } = env().issuer;
  const result = await issuer().listCardDesigns();
  if (result.ok) {
    log().info({ issuer: url }, "Issuer reachable");
    return;
  }
  const { kind, status, cause, message } = result.failure;
  log().warn(
    { issuer: url, outcome: kind, status, cause, reason: message },
    "Issuer not usable: check CARD_API_URL and CARD_API_KEY",
  );
}
