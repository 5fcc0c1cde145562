"use server";

import { z } from "zod";
import { removeLostFactors as remove, requestRecovery } from "@/lib/auth/recoveries";
import { countFactors } from "@/lib/auth/second-factor/change-factors";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
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
  async run({ input: { personId }, actor, request: { requestId }, trace, commit }) {
    const reject = (message: string) => failure({ code: "refused", message, requestId, retry: "never" });
    if (personId === actor.id) return reject("Remove your own factors in Settings, Security.");
    const requested = await commit<{ isWaiting: boolean }>(async (client) => {
      if ((await countFactors(client, personId)) === 0) return reject("This person has no second factor.");
      const recovery = await requestRecovery(client, "factors", actor, personId);
      if (recovery.is === "rejected") return reject(recovery.message);
      if (recovery.is === "alone") {
        trace.before = { factors: await remove(client, recovery.person, actor.name) };
        trace.after = { factors: 0 };
        return success({ isWaiting: false });
      }
      trace.after = { waitsFor: "a second admin" };
      trace.topics = recovery.admins.map((id) => `person:${id}`);
      return success({ isWaiting: true });
    });
    await sendMails();
    return requested;
  },
});
