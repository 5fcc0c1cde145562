"use server";

import { z } from "zod";
import { decideFactorRemoval as decide } from "@/lib/auth/second-factor/factor-removals";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** The second admin's word. The requester can only withdraw. */
export const decideFactorRemoval = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ removalId: OwnId, isConfirmed: z.boolean() }),
  action: "factor.confirm-removal",
  actionOf: ({ isConfirmed }) => (isConfirmed ? "factor.confirm-removal" : "factor.decline-removal"),
  target: ({ removalId }) => removalId,
  topics: () => ["people"],
  async run({ input, actor, request: { requestId }, trace, commit }) {
    const decided = await commit<null>(async (client) => {
      const outcome = await decide(client, actor, input.removalId, input.isConfirmed);
      if (outcome.is === "rejected")
        return failure({ code: "refused", message: outcome.message, requestId, retry: "never" });
      trace.target = outcome.person.id;
      if (outcome.is === "removed") {
        trace.before = { factors: outcome.factors };
        trace.after = { factors: 0 };
      }
      return success(null);
    });
    await sendMails();
    return decided;
  },
});
