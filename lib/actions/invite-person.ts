"use server";

import type pg from "pg";
import { readApprovalSettings } from "@/lib/approvals/settings";
import { insertPerson } from "@/lib/auth/people";
import { Invitation } from "@/lib/domain/people/people";
import { can, type Role } from "@/lib/domain/people/permissions";
import { type ErrorCode, type FieldErrors, failure, success } from "@/lib/domain/result";
import { deliverLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

const NEEDS_SECOND_PERSON =
  "Someone else must approve this role. Invite them with another one, then request the change of their role.";

/** Otherwise, an admin could invite their own second person. */
async function isRoleGoverned(client: pg.ClientBase, role: Role): Promise<boolean> {
  const { policies } = (await readApprovalSettings(client)).settings;
  const canApprove =
    can(role, "approvals.decide") ||
    (policies["sign-off"].isOn && policies["sign-off"].approverRoles.includes(role));
  return canApprove && policies.role.isOn;
}

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
      if (await isRoleGoverned(client, input.role))
        return reject("refused", NEEDS_SECOND_PERSON, { role: "needs a second person" });
      const personId = await insertPerson(client, { ...input, state: "invited", passwordHash: null });
      if (!personId)
        return reject("conflict", "A person with this email already exists.", { email: "already in use" });
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
