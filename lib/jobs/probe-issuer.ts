import "server-only";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

/**
 * Tells whoever runs a live dashboard whether its issuer answers as the card API does, with this key. An issuer that
 * does not stops nothing: the dashboard works with what it knows.
 */
export async function probeIssuer(): Promise<void> {
  const { url } = env().issuer;
  const probed = await issuer().listCardDesigns();
  if (probed.ok) {
    log().info({ issuer: url }, "Issuer reachable");
    return;
  }
  const { kind, status, cause, message } = probed.failure;
  log().warn(
    { issuer: url, outcome: kind, status, cause, reason: message },
    "Issuer not usable: check CARD_API_URL and CARD_API_KEY",
  );
}
