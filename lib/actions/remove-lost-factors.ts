"use server";

import { z } from "zod";
import { requestFactorRemoval } from "@/lib/auth/second-factor/factor-removals";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { publishOn } from "@/lib/events/bus";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** For a person who lost their second factors. Waits for a second admin if there is one. */
export const removeLostFactors = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId }),
  action: "factor.request-removal",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  async run({ input, actor, request: { requestId }, trace, commit }) {
    const requested = await commit<{ isWaiting: boolean }>(async (client) => {
      const outcome = await requestFactorRemoval(client, actor, input.personId);
      if (outcome.is === "rejected")
        return failure({ code: "refused", message: outcome.message, requestId, retry: "never" });
      if (outcome.is === "removed") {
        trace.before = { factors: outcome.factors };
        trace.after = { factors: 0 };
      } else {
        trace.after = { waitsFor: "a second admin" };
        await publishOn(
          client,
          outcome.admins.map((id) => `person:${id}`),
        );
      }
      return success({ isWaiting: outcome.is === "waiting" });
    });
    await sendMails();
    return requested;
  },
});
