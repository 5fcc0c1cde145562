import "server-only";
import type pg from "pg";
import { deviceCookie } from "@/lib/auth/device-cookie";
import type { Person } from "@/lib/auth/people";
import { recordSignIn } from "@/lib/auth/record-sign-in";
import type { RequestInfo } from "@/lib/auth/request-info";
import { createSession } from "@/lib/auth/sessions";
import type { Browser } from "@/lib/auth/sign-in";
import { endSessionWithAudit } from "@/lib/auth/sign-out";
import { rowContext, sealText } from "@/lib/db/seal";

export type BegunSession = { sessionId: string; device: ReturnType<typeof deviceCookie> };

/** Replaces the browser's previous session. The caller has locked the person and checked that they may sign in. */
export async function beginSession(
  client: pg.ClientBase,
  person: Person,
  idToken: string,
  { address, userAgent }: RequestInfo,
  browser: Browser,
): Promise<BegunSession> {
  if (browser.previousSessionId)
    await endSessionWithAudit(client, browser.previousSessionId, {
      address,
      message: "Signed in again in the same browser",
    });
  const sessionId = await createSession(client, {
    personId: person.id,
    address,
    userAgent,
    method: "single-sign-on",
  });
  await recordSignIn(
    client,
    person,
    { address, userAgent },
    { sessionId, readCookie: browser.readCookie, message: "With single sign-on" },
  );
  await client.query("update sessions set id_token = $2 where id = $1", [
    sessionId,
    sealText(idToken, idTokenContext(sessionId)),
  ]);
  return { sessionId, device: deviceCookie(person) };
}

export function idTokenContext(sessionId: string): string {
  return rowContext("sessions.id_token", sessionId);
}
