import "server-only";
import type pg from "pg";
import { createLink, LINK_HOURS, type LinkPurpose } from "@/lib/auth/one-time-links";
import { isPasswordAllowed } from "@/lib/auth/password-rule";
import type { Person } from "@/lib/auth/people";
import { invitationMail, passwordResetMail, signInLinkMail } from "@/lib/domain/mail/messages";
import { env } from "@/lib/env";
import { isMailConfigured, queueMail } from "./outbox";

/** With email, nobody but its person sees a link that sets their password. Both are null if the call is repeated. */
export type DeliveredLink = { link: string | null; sentTo: string | null };

/** What is kept for repeated calls: the link is shown only once. */
export function withoutLink(sentTo: string | null): DeliveredLink {
  return { link: null, sentTo };
}

/** For the audit log: who was shown a link may have used it. */
export function traceLink({ link }: DeliveredLink): { link: "shown" | "mailed" } {
  return { link: link === null ? "mailed" : "shown" };
}

/** Creates a one-time link and mails it to its person, or returns it if no email is configured. */
export async function deliverLink(
  client: pg.ClientBase,
  person: Pick<Person, "id" | "email" | "name" | "role">,
  purpose: LinkPurpose,
  createdBy: string,
): Promise<DeliveredLink> {
  const url = await createLink(client, person.id, purpose);
  if (!isMailConfigured()) return { link: url, sentTo: null };
  const hours = LINK_HOURS[purpose];
  const provider = env().singleSignOn?.name;
  if (provider && !(await isPasswordAllowed(client, person)))
    await queueMail(
      client,
      person,
      purpose === "invite" ? "invitation" : "password-reset",
      signInLinkMail(person, { createdBy, url, hours, provider }),
    );
  else if (purpose === "invite")
    await queueMail(
      client,
      person,
      "invitation",
      invitationMail(person, { invitedBy: createdBy, url, hours }),
    );
  else
    await queueMail(
      client,
      person,
      "password-reset",
      passwordResetMail(person, { resetBy: createdBy, url, hours }),
    );
  return { link: null, sentTo: person.email };
}
