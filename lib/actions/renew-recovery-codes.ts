"use server";

import { z } from "zod";
import { countFactors } from "@/lib/auth/second-factor/change-factors";
import { replaceRecoveryCodes } from "@/lib/auth/second-factor/recovery-codes";
import { database } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/** Returns new codes, once. The earlier ones no longer work. */
export const renewRecoveryCodes = defineAction({
  permission: "profile.use",
  confirmation: "recent",
  input: z.strictObject({}),
  action: "factor.renew-codes",
  target: () => null,
  async run({ actor, request, trace }) {
    trace.target = actor.id;
    const { pool } = await database();
    if ((await countFactors(pool, actor.id)) === 0) {
      const message = "Add a passkey or an authenticator app first.";
      return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
    }
    const recoveryCodes = await inTransaction(pool, (client) => replaceRecoveryCodes(client, actor.id));
    return success({ recoveryCodes });
  },
  redactForReplay: () => ({ recoveryCodes: [] as string[] }),
});
