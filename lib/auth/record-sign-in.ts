import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { queueNewDeviceMail } from "@/lib/mail/account-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { findDevice } from "./device-cookie";
import { limitSessions } from "./limit-sessions";
import { notifyPerson } from "./notify-person";
import type { Person } from "./people";
import type { RequestInfo } from "./request-info";

export const SIGN_IN_ACTION = "session.begin";

export type ReadCookie = (name: string) => string | undefined;

type NewSession = { sessionId: string; readCookie: ReadCookie; message?: string | null };

/**
 * Call it when the session is complete, with the second factor if the person has one, and with the person locked. A
 * browser in which they have not signed in before is announced. Call `announceSignIn` after the transaction.
 */
export async function recordSignIn(
  client: pg.ClientBase,
  person: Person,
  { address, userAgent }: Pick<RequestInfo, "address" | "userAgent">,
  { sessionId, readCookie, message = null }: NewSession,
): Promise<void> {
  const { id, name, role } = person;
  await appendAudit(client, {
    phase: "event",
    action: SIGN_IN_ACTION,
    outcome: "succeeded",
    actor: { id, name, role },
    target: id,
    message,
    address,
  });
  if (!findDevice(person, readCookie)) {
    await queueNewDeviceMail(client, person, { address, userAgent });
    // The first sign-in of all is no news.
    if (person.lastSeenAt) await notifyNewDevice(client, id, { address, userAgent });
  }
  await limitSessions(client, person, { sessionId, address });
}

async function notifyNewDevice(
  client: pg.ClientBase,
  personId: string,
  { address, userAgent }: Pick<RequestInfo, "address" | "userAgent">,
): Promise<void> {
  const title = `New sign-in: ${describeBrowser(userAgent)}, ${address}`;
  await notifyPerson(client, personId, { kind: "new-device", title, href: "/settings/profile" });
}

export async function announceSignIn(
  { id, role }: Person,
  { address }: Pick<RequestInfo, "address">,
): Promise<void> {
  await sendMails();
  await publish(["audit", `person:${id}`]);
  log().info({ role, personId: id, address }, "Signed in");
}
