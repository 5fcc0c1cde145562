"use server";

import { z } from "zod";
import { removeAuthenticator as remove } from "@/lib/auth/second-factor/authenticators";
import { database } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { queueFactorMail } from "@/lib/mail/account-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/** One's own. With the last one, the recovery codes go too. */
export const removeAuthenticator = defineAction({
  permission: "profile.use",
  confirmation: "recent",
  input: z.object({ authenticatorId: OwnId }),
  action: "factor.remove",
  target: () => null,
  async run({ input, actor, request, trace }) {
    trace.target = actor.id;
    const { pool } = await database();
    const isRemoved = await inTransaction(pool, async (client) => {
      if (!(await remove(client, actor.id, input.authenticatorId))) return false;
      await queueFactorMail(client, actor, "removed");
      return true;
    });
    if (!isRemoved) {
      const message = "This authenticator app was already removed.";
      return failure({ code: "not-found", message, requestId: request.requestId, retry: "never" });
    }
    await sendMails();
    return success(null);
  },
});
