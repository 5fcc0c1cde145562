"use server";

import { z } from "zod";
import { isPasswordAllowed } from "@/lib/auth/password-rule";
import { lockAdmins, lockPerson } from "@/lib/auth/people";
import { createPasswordLink, needsSecondAdmin, requestRecovery } from "@/lib/auth/recoveries";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { type DeliveredLink, deliverLink, traceLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

type ResetPassword = DeliveredLink & { isWaiting: boolean };

/**
 * A new link for a lost password or an expired invitation. The person is told who created it. One for another person
 * who can approve may have to wait for a second admin (`needsSecondAdmin`).
 */
export const resetPassword = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId }),
  action: "person.reset-password",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  async run({ input: { personId }, actor, request: { requestId }, trace, commit }) {
    const result = await commit<ResetPassword>(async (client) => {
      await lockAdmins(client);
      const person = await lockPerson(client, personId);
      if (!person || person.state === "disabled") {
        const message = "This person doesn’t exist or is disabled.";
        return failure({ code: "not-found", message, requestId, retry: "never" });
      }
      const isWaiting = false;
      if (person.id === actor.id)
        return success({ ...(await deliverLink(client, person, "reset", actor.name)), isWaiting });
      if (await needsSecondAdmin(client, person)) {
        const recovery = await requestRecovery(client, "password", actor, personId);
        if (recovery.is === "rejected")
          return failure({ code: "refused", message: recovery.message, requestId, retry: "never" });
        if (recovery.is === "waiting") {
          trace.after = { waitsFor: "a second admin" };
          trace.topics = recovery.admins.map((id) => `person:${id}`);
          return success({ ...withoutLink(null), isWaiting: true });
        }
      }
      const what = (await isPasswordAllowed(client, person)) ? undefined : "sign-in link";
      const delivered = await createPasswordLink(client, person, actor.name, what);
      trace.after = traceLink(delivered);
      return success({ ...delivered, isWaiting });
    });
    if (result.ok) await sendMails();
    return result;
  },
  redactForReplay: ({ sentTo, isWaiting }) => ({ ...withoutLink(sentTo), isWaiting }),
});
