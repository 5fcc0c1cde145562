"use server";

import { z } from "zod";
import { decideRecovery as decide } from "@/lib/auth/recoveries";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { type DeliveredLink, traceLink, withoutLink } from "@/lib/mail/link-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** The second admin's word. The requester can only withdraw. A password link is shown to the second admin, once. */
export const decideRecovery = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ recoveryId: OwnId, isConfirmed: z.boolean() }),
  action: "recovery.confirm",
  actionOf: ({ isConfirmed }) => (isConfirmed ? "recovery.confirm" : "recovery.decline"),
  target: ({ recoveryId }) => recoveryId,
  topics: () => ["people"],
  async run({ input, actor, request: { requestId }, trace, commit }) {
    const decided = await commit<DeliveredLink>(async (client) => {
      const outcome = await decide(client, actor, input.recoveryId, input.isConfirmed);
      if (outcome.is === "rejected")
        return failure({ code: "refused", message: outcome.message, requestId, retry: "never" });
      trace.target = outcome.person.id;
      if (outcome.is === "factors-removed") {
        trace.before = { factors: outcome.factors };
        trace.after = { factors: 0 };
      }
      if (outcome.is === "link-created") trace.after = traceLink(outcome.link);
      trace.topics = [outcome.person.id, outcome.requestedById].map((id) => `person:${id}`);
      return success(outcome.is === "link-created" ? outcome.link : withoutLink(null));
    });
    await sendMails();
    return decided;
  },
  redactForReplay: ({ sentTo }) => withoutLink(sentTo),
});
