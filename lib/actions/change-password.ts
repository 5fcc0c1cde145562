"use server";

import { z } from "zod";
import { deviceCookie, setDeviceCookie } from "@/lib/auth/device-cookie";
import { replacePassword } from "@/lib/auth/one-time-links";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { isPasswordAllowed, noPasswordMessage } from "@/lib/auth/password-rule";
import { findPasswordWeakness, weakPasswordError } from "@/lib/auth/password-strength";
import { findPerson } from "@/lib/auth/people";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import {
  countAttempt,
  passwordConfirmationLimit,
  refundAttempt,
  throttledMessage,
} from "@/lib/auth/throttle";
import { database } from "@/lib/db/database";
import { NewPassword } from "@/lib/domain/people/people";
import { failure, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { queuePasswordChangedMail } from "@/lib/mail/account-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { defineAction } from "./define-action";

/** For a person's own password. Ends all of their other sessions. */
export const changePassword = defineAction({
  permission: "profile.use",
  confirmation: "none",
  input: z.object({ currentPassword: z.string().max(1000), newPassword: NewPassword }),
  action: "profile.change-password",
  target: () => null,
  async run({ input, actor, request, trace, commit }) {
    trace.target = actor.id;
    const { requestId } = request;
    const { pool } = await database();
    if (!(await isPasswordAllowed(pool, actor)))
      return failure({ code: "refused", message: noPasswordMessage(), requestId, retry: "never" });
    const rateLimit = passwordConfirmationLimit(actor.id);
    const throttled = await countAttempt(rateLimit);
    if (throttled)
      return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
    const person = await findPerson(pool, actor.id);
    if (!(await verifyPassword(person?.passwordHash ?? null, input.currentPassword)) || !person) {
      const fields = { currentPassword: "doesn’t match your current password" };
      return failure({
        code: "refused",
        message: "The current password is incorrect.",
        requestId,
        retry: "never",
        fields,
      });
    }
    const weakness =
      input.newPassword === input.currentPassword
        ? "must be different from your current password"
        : await findPasswordWeakness(input.newPassword, person, env().publicUrl);
    if (weakness) return failure(weakPasswordError(weakness, requestId));
    const passwordHash = await hashPassword(input.newPassword);
    const changed = await commit<null>(async (client) => {
      if (!(await replacePassword(client, person, passwordHash))) {
        const message = "Your account was changed at the same time. Sign in again.";
        return failure({ code: "conflict", message, requestId, retry: "never" });
      }
      await revokeSessionsOf(client, actor.id, actor.sessionId);
      await queuePasswordChangedMail(client, person);
      return success(null);
    });
    if (!changed.ok) return changed;
    await sendMails();
    await refundAttempt(rateLimit);
    await setDeviceCookie(deviceCookie({ id: actor.id, passwordHash }));
    return changed;
  },
});
