import "server-only";
import { appendAudit } from "@/lib/audit/append";
import { findLink, takeLink } from "@/lib/auth/one-time-links";
import { isBreakGlass } from "@/lib/auth/password-rule";
import { findPerson, findPersonByEmail } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import { countFactors } from "@/lib/auth/second-factor/change-factors";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import type { Browser } from "@/lib/auth/sign-in";
import { database } from "@/lib/db/database";
import type { SignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import { publish } from "@/lib/events/bus";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { type AcceptedClaims, type Admission, followRole } from "./admit-person";
import { beginSession } from "./begin-session";
import { findLinkedPersonId, linkIdentity, lockIdentity } from "./identities";

type SignIn = { subject: string; claims: AcceptedClaims; idToken: string };

/**
 * Links the person of a one-time link to the account at the provider, and signs them in. From then on the provider owns
 * their role and their sign-in: the password is removed, so that removing the account at the provider is enough.
 */
export async function linkPerson(
  token: string,
  signIn: SignIn,
  request: RequestInfo,
  browser: Browser,
): Promise<Admission> {
  const link = await findLink(token);
  const refuse = (reason: SignInRefusal, detail: string, personId: string | null = null) =>
    ({ is: "refused", reason, detail, personId }) as const;
  if (!link) return refuse("link-expired", "The one-time link is not valid");
  if (isBreakGlass(link.person.email))
    return refuse("emergency-account", "The link belongs to BREAK_GLASS_EMAIL", link.person.id);
  const admission = await inTransaction((await database()).pool, async (client): Promise<Admission> => {
    await lockIdentity(client, signIn.subject);
    const linkedId = await findLinkedPersonId(client, signIn.subject);
    if (linkedId && linkedId !== link.person.id)
      return refuse("already-linked", "The account is linked to another person", linkedId);
    // Otherwise an admin could link their own account to somebody they invited, and be their own second person.
    const other = await findPersonByEmail(client, signIn.claims.email);
    if (other && other.id !== link.person.id && other.state !== "disabled")
      return refuse("email-taken", "Another person has this email", link.person.id);
    // Whoever has the link would otherwise get past the factor, now and at each later sign-in.
    if ((await countFactors(client, link.person.id)) > 0)
      return refuse("second-factor", "The person has a second factor", link.person.id);
    const taken = await takeLink(client, token);
    if (!taken) return refuse("link-expired", "The one-time link was just used");
    await client.query("update people set password_hash = null, state = 'active' where id = $1", [taken.id]);
    await linkIdentity(client, taken.id, signIn.subject);
    await revokeSessionsOf(client, taken.id);
    const current = await findPerson(client, taken.id);
    if (!current) return refuse("failed", "The person was removed");
    const { id, name, role } = current;
    await appendAudit(client, {
      phase: "event",
      action: "person.link",
      outcome: "succeeded",
      actor: { id, name, role },
      target: id,
      before: { state: taken.state },
      after: { state: "active" },
      address: request.address,
    });
    const person = await followRole(client, current, signIn.claims.role, request);
    return {
      is: "signed-in",
      person,
      ...(await beginSession(client, person, signIn.idToken, request, browser)),
    };
  });
  if (admission.is === "signed-in") {
    await sendMails();
    await publish(["audit", "people", `person:${admission.person.id}`]);
  }
  return admission;
}
