"use server";

import { z } from "zod";
import { createLink } from "@/lib/auth/one-time-links";
import { lockPerson } from "@/lib/auth/people";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** A new link for a lost password or an expired invitation. */
export const resetPassword = defineAction({
  permission: "users.manage",
  input: z.object({ personId: OwnId }),
  action: "person.reset-password",
  target: ({ personId }) => personId,
  topics: () => ["people"],
  run: ({ input, request, commit }) =>
    commit(async (client) => {
      const person = await lockPerson(client, input.personId);
      if (!person || person.state === "disabled") {
        return failure({
          code: "not-found",
          message: "This person doesn’t exist or is disabled.",
          requestId: request.requestId,
          retry: "never",
        });
      }
      return success({ link: await createLink(client, person.id, person.passwordHash ? "reset" : "invite") });
    }),
  redactForReplay: () => ({ link: null as string | null }),
});
