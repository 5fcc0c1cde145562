"use server";

import { takeChallenge } from "@/lib/auth/second-factor/challenges";
import { addFactor } from "@/lib/auth/second-factor/change-factors";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { addPasskey as add } from "@/lib/auth/second-factor/passkeys";
import { countAttempt, refundAttempt, secondFactorLimit, throttledMessage } from "@/lib/auth/throttle";
import { database } from "@/lib/db/database";
import { FactorName } from "@/lib/domain/people/factor-name";
import { NewPasskeyResponse } from "@/lib/domain/people/passkey-response";
import { failure, success } from "@/lib/domain/result";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/** With the first factor, returns recovery codes, once. */
export const addPasskey = defineAction({
  permission: "factors.add",
  confirmation: "recent",
  input: FactorName.extend({ response: NewPasskeyResponse }),
  action: "passkey.add",
  target: () => null,
  async run({ input, actor, request: { requestId }, trace }) {
    trace.target = actor.id;
    const limit = secondFactorLimit(actor.id);
    const throttled = await countAttempt(limit);
    if (throttled)
      return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
    const challenge = await takeChallenge({ purpose: "add", sessionId: actor.sessionId });
    const site = passkeySite();
    const { pool } = await database();
    const recoveryCodes = await inTransaction(pool, async (client) => {
      if (!challenge || !site.works) return null;
      const answer = { response: input.response, challenge, site };
      return addFactor(client, actor, "passkey", () => add(client, actor.id, input.name, answer));
    });
    if (!recoveryCodes) {
      const message = "The passkey couldn’t be added. Try again.";
      return failure({ code: "refused", message, requestId, retry: "never" });
    }
    await refundAttempt(limit);
    await sendMails();
    return success({ recoveryCodes });
  },
  redactForReplay: () => ({ recoveryCodes: [] as string[] }),
});
