"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { findRestoredAt, NOT_ACTIVATED } from "@/lib/db/restored-copy";
import { testMail } from "@/lib/domain/mail/messages";
import { failure, success } from "@/lib/domain/result";
import { isMailConfigured, queueMail } from "@/lib/mail/outbox";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/** To the person's own address, in the same way as any other email. */
export const sendTestMail = defineAction({
  permission: "settings.manage",
  confirmation: "none",
  input: z.strictObject({}),
  action: "mail.test",
  target: () => null,
  topics: () => ["mails"],
  async run({ actor, request, trace }) {
    trace.target = actor.id;
    const { pool } = await database();
    const message = !isMailConfigured()
      ? "Email isn’t configured."
      : (await findRestoredAt(pool)) && NOT_ACTIVATED;
    if (message) return failure({ code: "refused", message, requestId: request.requestId, retry: "never" });
    await inTransaction(pool, (client) => queueMail(client, actor, "test", testMail(actor)));
    await sendMails();
    return success({ sentTo: actor.email });
  },
});
