"use server";

import { insertPerson } from "@/lib/auth/people";
import { Invitation } from "@/lib/domain/people/people";
import { failure, success } from "@/lib/domain/result";
import { deliverLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** Mails a link with which the new person sets a password, or returns it if no email is configured. */
export const invitePerson = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: Invitation,
  action: "person.invite",
  target: () => null,
  topics: () => ["people"],
  async run({ input, actor, trace, request, commit }) {
    const result = await commit(async (client) => {
      const personId = await insertPerson(client, { ...input, state: "invited", passwordHash: null });
      if (!personId) {
        return failure({
          code: "conflict",
          message: "A person with this email already exists.",
          requestId: request.requestId,
          retry: "never",
          fields: { email: "already in use" },
        });
      }
      trace.target = personId;
      trace.after = { role: input.role, state: "invited" };
      const person = { id: personId, name: input.name, email: input.email, role: input.role };
      return success({ personId, ...(await deliverLink(client, person, "invite", actor.name)) });
    });
    if (result.ok) await sendMails();
    return result;
  },
  redactForReplay: ({ personId, sentTo }) => ({ personId, ...withoutLink(sentTo) }),
});
