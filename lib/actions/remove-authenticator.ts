"use server";

import { z } from "zod";
import { removeFactor } from "@/lib/auth/second-factor/change-factors";
import { database } from "@/lib/db/database";
import { OwnId } from "@/lib/domain/text/own-id";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";
import { removedFactorResult } from "./removed-factor-result";

/** One's own. */
export const removeAuthenticator = defineAction({
  permission: "profile.use",
  confirmation: "recent",
  input: z.object({ authenticatorId: OwnId }),
  action: "factor.remove",
  target: () => null,
  async run({ input, actor, request, trace }) {
    trace.target = actor.id;
    const { pool } = await database();
    const outcome = await inTransaction(pool, (client) =>
      removeFactor(client, actor.id, "authenticator", input.authenticatorId),
    );
    await sendMails();
    return removedFactorResult(outcome, "This authenticator app was already removed.", request);
  },
});
