import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { deviceCookie, findDevice } from "@/lib/auth/device-cookie";
import { limitSessions } from "@/lib/auth/limit-sessions";
import type { Person } from "@/lib/auth/people";
import { SIGN_IN_ACTION } from "@/lib/auth/record-sign-in";
import type { RequestInfo } from "@/lib/auth/request-info";
import { createSession } from "@/lib/auth/sessions";
import type { Browser } from "@/lib/auth/sign-in";
import { endSessionWithAudit } from "@/lib/auth/sign-out";
import { rowContext, sealText } from "@/lib/db/seal";
import { queueNewDeviceMail } from "@/lib/mail/account-mail";

export type BegunSession = { sessionId: string; device: ReturnType<typeof deviceCookie> };

/** Replaces the browser's previous session. The caller has locked the person and checked that they may sign in. */
export async function beginSession(
  client: pg.ClientBase,
  person: Person,
  idToken: string,
  { address, userAgent }: RequestInfo,
  browser: Browser,
): Promise<BegunSession> {
  const { id, name, role } = person;
  if (browser.previousSessionId)
    await endSessionWithAudit(client, browser.previousSessionId, {
      address,
      message: "Signed in again in the same browser",
    });
  await appendAudit(client, {
    phase: "event",
    action: SIGN_IN_ACTION,
    outcome: "succeeded",
    actor: { id, name, role },
    target: id,
    message: "With single sign-on",
    address,
  });
  if (!findDevice(person, browser.readCookie))
    await queueNewDeviceMail(client, person, { address, userAgent });
  const sessionId = await createSession(client, {
    personId: id,
    address,
    userAgent,
    method: "single-sign-on",
  });
  await limitSessions(client, person, { sessionId, address });
  await client.query("update sessions set id_token = $2 where id = $1", [
    sessionId,
    sealText(idToken, idTokenContext(sessionId)),
  ]);
  return { sessionId, device: deviceCookie(person) };
}

export function idTokenContext(sessionId: string): string {
  return rowContext("sessions.id_token", sessionId);
}
