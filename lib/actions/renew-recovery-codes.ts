"use server";

import { z } from "zod";
import { countFactors } from "@/lib/auth/second-factor/change-factors";
import { replaceRecoveryCodes } from "@/lib/auth/second-factor/recovery-codes";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Returns new codes, once. The earlier ones no longer work. */
export const renewRecoveryCodes = defineAction({
  permission: "profile.use",
  confirmation: "recent",
  input: z.strictObject({}),
  action: "factor.renew-codes",
  target: () => null,
  run({ actor, request, trace, commit }) {
    trace.target = actor.id;
    return commit<{ recoveryCodes: string[] }>(async (client) => {
      if ((await countFactors(client, actor.id)) === 0) {
        const message = "Add a passkey or an authenticator app first.";
        return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
      }
      return success({ recoveryCodes: await replaceRecoveryCodes(client, actor.id) });
    });
  },
  redactForReplay: () => ({ recoveryCodes: [] as string[] }),
});
