import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { currentSessionId } from "@/lib/auth/actor";
import { findConfirmationWays } from "@/lib/auth/confirmation/confirmation-ways";
import type { RequestInfo } from "@/lib/auth/request-info";
import { findActor } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { returnPath } from "@/lib/domain/people/return-path";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { findSubject } from "./identities";

export const BEGIN_PATH = "/api/auth/signin/oidc";

const ACTION = "session.reauthenticate";

/**
 * Where to send a signed-in person of the provider who must confirm that it is them: they enter their credentials at
 * the provider again and come back to `next`. If that worked, the session counts as confirmed.
 */
export function reauthenticationPath(next: string): string {
  return `${BEGIN_PATH}?${new URLSearchParams({ confirm: "1", next: returnPath(next) })}`;
}

/**
 * Records that the provider confirmed the person. Its ID token was verified, with a time of sign-in after the
 * reauthentication began (exchange-code.ts). Returns false, and confirms nothing, for another account, another session,
 * one that has ended, or a person with a second factor.
 */
export async function recordReauthentication(
  sessionId: string,
  subject: string,
  { address }: Pick<RequestInfo, "address">,
): Promise<boolean> {
  const actor = sessionId === (await currentSessionId()) ? await findActor(sessionId) : null;
  if (!actor) return false;
  const isConfirmed = await inTransaction((await database()).pool, async (client) => {
    const isSamePerson = (await findSubject(client, actor.id)) === subject;
    // A person with a second factor has to give that.
    const isAccepted = isSamePerson && (await findConfirmationWays(client, actor.id)).includes("provider");
    if (isAccepted) await client.query("update sessions set confirmed_at = now() where id = $1", [sessionId]);
    await appendAudit(client, {
      phase: "event",
      action: ACTION,
      outcome: isAccepted ? "succeeded" : "denied",
      actor: { id: actor.id, name: actor.name, role: actor.role },
      target: actor.id,
      message: isSamePerson ? "With single sign-on" : "Another account signed in at the provider",
      address,
    });
    return isAccepted;
  });
  await publish(["audit"]);
  return isConfirmed;
}
