"use server";

import { z } from "zod";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { requeueMail } from "@/lib/mail/outbox";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** For an email that failed, or that may not have arrived. */
export const sendMailAgain = defineAction({
  permission: "settings.manage",
  confirmation: "none",
  input: z.object({ mailId: OwnId }),
  action: "mail.send-again",
  target: ({ mailId }) => mailId,
  topics: () => ["mails"],
  async run({ input, request, commit }) {
    const queued = await commit<null>(async (client) => {
      if (await requeueMail(client, input.mailId)) return success(null);
      const message = "This email is already being sent, was deleted, or is of no use anymore.";
      return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
    });
    if (queued.ok) await sendMails();
    return queued;
  },
});
