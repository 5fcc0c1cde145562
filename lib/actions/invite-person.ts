"use server";

import { isApprover } from "@/lib/approvals/settings";
import { insertPerson } from "@/lib/auth/people";
import { Invitation } from "@/lib/domain/people/people";
import { type ErrorCode, type FieldErrors, failure, success } from "@/lib/domain/result";
import { deliverLink, traceLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** Otherwise, an admin could invite their own second person. */
const NEEDS_SECOND_PERSON =
  "This role can approve, so it needs a second person. Invite them with another role, and request this one once they have accepted.";

/** Mails a link with which the new person sets a password, or returns it if no email is configured. */
export const invitePerson = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: Invitation,
  action: "person.invite",
  target: () => null,
  topics: () => ["people"],
  async run({ input, actor, trace, request, commit }) {
    const reject = (code: ErrorCode, message: string, fields: FieldErrors) =>
      failure({ code, message, requestId: request.requestId, retry: "never", fields });
    const result = await commit(async (client) => {
      if (await isApprover(client, input.role))
        return reject("refused", NEEDS_SECOND_PERSON, { role: "needs a second person" });
      const personId = await insertPerson(client, { ...input, state: "invited", passwordHash: null });
      if (!personId)
        return reject("conflict", "A person with this email already exists.", { email: "already in use" });
      trace.target = personId;
      const person = { id: personId, name: input.name, email: input.email, role: input.role };
      const delivered = await deliverLink(client, person, "invite", actor.name);
      trace.after = { role: input.role, state: "invited", ...traceLink(delivered) };
      return success({ personId, ...delivered });
    });
    if (result.ok) await sendMails();
    return result;
  },
  redactForReplay: ({ personId, sentTo }) => ({ personId, ...withoutLink(sentTo) }),
});
