"use server";

import { z } from "zod";
import { isPasswordAllowed } from "@/lib/auth/password-rule";
import { lockPerson } from "@/lib/auth/people";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { deliverLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** A new link for a lost password or an expired invitation. The person is told who created it. */
export const resetPassword = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId }),
  action: "person.reset-password",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  async run({ input, actor, request, commit }) {
    const result = await commit(async (client) => {
      const person = await lockPerson(client, input.personId);
      if (!person || person.state === "disabled") {
        return failure({
          code: "not-found",
          message: "This person doesn’t exist or is disabled.",
          requestId: request.requestId,
          retry: "never",
        });
      }
      const purpose = person.state === "active" ? "reset" : "invite";
      const what = (await isPasswordAllowed(client, person)) ? "link to set a new password" : "sign-in link";
      if (purpose === "reset" && person.id !== actor.id)
        await client.query(
          `insert into notifications (person_id, kind, title, href)
           values ($1, 'password-link', $2, '/settings/profile')`,
          [person.id, `${actor.name} created a ${what} for you`],
        );
      return success(await deliverLink(client, person, purpose, actor.name));
    });
    if (result.ok) await sendMails();
    return result;
  },
  redactForReplay: ({ sentTo }) => withoutLink(sentTo),
});
