"use server";

import { z } from "zod";
import { removeFactor } from "@/lib/auth/second-factor/change-factors";
import { OwnId } from "@/lib/domain/text/own-id";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";
import { removedFactorResult } from "./removed-factor-result";

/** One's own. */
export const removeAuthenticator = defineAction({
  permission: "profile.use",
  confirmation: "recent",
  input: z.object({ authenticatorId: OwnId }),
  action: "factor.remove",
  target: () => null,
  async run({ input, actor, request, trace, commit }) {
    trace.target = actor.id;
    const removed = await commit<null>(async (client) => {
      const outcome = await removeFactor(client, actor.id, "authenticator", input.authenticatorId);
      return removedFactorResult(outcome, "This authenticator app was already removed.", request);
    });
    await sendMails();
    return removed;
  },
});
