"use server";

import { takeChallenge } from "@/lib/auth/second-factor/challenges";
import { addFactor } from "@/lib/auth/second-factor/change-factors";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { addPasskey as add } from "@/lib/auth/second-factor/passkeys";
import { countAttempt, refundAttempt, secondFactorLimit, throttledMessage } from "@/lib/auth/throttle";
import { FactorName } from "@/lib/domain/people/factor-name";
import { NewPasskeyResponse } from "@/lib/domain/people/passkey-response";
import { failure, success } from "@/lib/domain/result";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** With the first factor, returns recovery codes, once. */
export const addPasskey = defineAction({
  permission: "factors.add",
  confirmation: "recent",
  input: FactorName.extend({ response: NewPasskeyResponse }),
  action: "passkey.add",
  target: () => null,
  async run({ input, actor, request: { requestId }, trace, commit }) {
    trace.target = actor.id;
    const limit = secondFactorLimit(actor.id);
    const throttled = await countAttempt(limit);
    if (throttled)
      return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
    const challenge = await takeChallenge({ purpose: "add", sessionId: actor.sessionId });
    const site = passkeySite();
    const message = "The passkey couldn’t be added. Try again.";
    const rejected = failure({ code: "refused", message, requestId, retry: "never" });
    if (!challenge || !site.works) return rejected;
    const answer = { response: input.response, challenge, site };
    const added = await commit<{ recoveryCodes: string[] }>(async (client) => {
      const recoveryCodes = await addFactor(client, actor, "passkey", () =>
        add(client, actor.id, input.name, answer),
      );
      return recoveryCodes ? success({ recoveryCodes }) : rejected;
    });
    if (!added.ok) return added;
    await refundAttempt(limit);
    await sendMails();
    return added;
  },
  redactForReplay: () => ({ recoveryCodes: [] as string[] }),
});
