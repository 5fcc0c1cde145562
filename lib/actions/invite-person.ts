"use server";

import { createLink } from "@/lib/auth/one-time-links";
import { insertPerson } from "@/lib/auth/people";
import { Invitation } from "@/lib/domain/people/people";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Returns the link with which the new person sets a password. */
export const invitePerson = defineAction({
  permission: "users.manage",
  input: Invitation,
  action: "person.invite",
  target: () => null,
  topics: () => ["people"],
  run: ({ input, trace, request, commit }) =>
    commit(async (client) => {
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
      return success({ personId, link: (await createLink(client, personId, "invite")) as string | null });
    }),
  redactForReplay: ({ personId }) => ({ personId, link: null as string | null }),
});
