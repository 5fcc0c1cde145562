import "server-only";
import { rowContext, sealText, unsealText } from "@/lib/db/seal";

/** Bodies contain names and links, so they are encrypted. */
export function sealBody(eventId: string, body: string): string {
  return sealText(body, contextOf(eventId));
}

/** Returns null if the body was altered or no configured secret can decrypt it. */
export function unsealBody(eventId: string, sealed: string): string | null {
  return unsealText(sealed, contextOf(eventId));
}

function contextOf(eventId: string): string {
  return rowContext("webhook_deliveries.body", eventId);
}
