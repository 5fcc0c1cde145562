"use server";

import { z } from "zod";
import { confirmAuthenticator as confirm } from "@/lib/auth/second-factor/authenticators";
import { addFactor } from "@/lib/auth/second-factor/change-factors";
import { countAttempt, refundAttempt, secondFactorLimit, throttledMessage } from "@/lib/auth/throttle";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** The first code shows that the app works. With the first factor, returns recovery codes, once. */
export const confirmAuthenticator = defineAction({
  permission: "factors.add",
  confirmation: "recent",
  input: z.object({
    authenticatorId: OwnId,
    oneTimeCode: z.string().trim().min(1, { error: "must not be empty" }).max(50),
  }),
  action: "factor.add",
  target: () => null,
  topics: () => [],
  async run({ input, actor, request, trace, commit }) {
    trace.target = actor.id;
    const { requestId } = request;
    const limit = secondFactorLimit(actor.id);
    const throttled = await countAttempt(limit);
    if (throttled)
      return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
    const added = await commit<{ recoveryCodes: string[] }>(async (client) => {
      const recoveryCodes = await addFactor(client, actor, "authenticator", () =>
        confirm(client, actor.id, input.authenticatorId, input.oneTimeCode),
      );
      if (recoveryCodes) return success({ recoveryCodes });
      const message = "This code is incorrect. Enter the one that your app shows now.";
      const fields = {
        oneTimeCode: "is incorrect: enter the one that your app shows now, and check your phone’s clock",
      };
      return failure({ code: "refused", message, requestId, retry: "never", fields });
    });
    if (!added.ok) return added;
    await sendMails();
    await refundAttempt(limit);
    return added;
  },
  redactForReplay: () => ({ recoveryCodes: [] as string[] }),
});
