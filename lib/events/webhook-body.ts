import "server-only";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";

/** Bodies hold names and links: they are sealed, bound to their event. */
export function sealBody(eventId: string, body: string): string {
  return sealText(body, contextOf(eventId));
}

/** Null when it was sealed with a secret that this server does not have, or altered. */
export function openBody(eventId: string, sealed: string): string | null {
  return unsealText(sealed, contextOf(eventId));
}

function contextOf(eventId: string): string {
  return rowContext("webhook_deliveries.body", eventId);
}
