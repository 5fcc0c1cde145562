"use server";

import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { deviceCookie, setDeviceCookie } from "@/lib/auth/device-cookie";
import { findLink, redeemLink } from "@/lib/auth/one-time-links";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { isPasswordAllowed, noPasswordMessage } from "@/lib/auth/password-rule";
import { findPasswordWeakness, weakPasswordError } from "@/lib/auth/password-strength";
import type { Person } from "@/lib/auth/people";
import { requestInfo } from "@/lib/auth/request-info";
import { countAttempt, oneTimeLinkLimit, throttledMessage } from "@/lib/auth/throttle";
import { recordThrottled } from "@/lib/auth/throttle-log";
import { fieldErrors } from "@/lib/contract/error";
import { database } from "@/lib/db/database";
import { NewPassword } from "@/lib/domain/people/people";
import { failure, type Result, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { queuePasswordChangedMail } from "@/lib/mail/account-mail";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";

const ACTION = "person.choose-password";

const Input = z.object({ token: z.string().min(1).max(200), newPassword: NewPassword });

/**
 * The only write without a session: the one-time link is the permission. Attempts are counted like sign-ins, before
 * anything is hashed.
 */
export async function choosePassword(rawInput: z.input<typeof Input>): Promise<Result<{ email: string }>> {
  const { requestId, address } = await requestInfo();
  const input = Input.safeParse(rawInput);
  if (!input.success) {
    const fields = fieldErrors(input.error);
    return failure({
      code: "invalid",
      message: "This password can’t be used.",
      requestId,
      retry: "never",
      fields,
    });
  }
  const rateLimit = oneTimeLinkLimit(address);
  const throttled = await countAttempt(rateLimit);
  if (throttled) {
    await recordThrottled({ key: rateLimit.key, action: ACTION, target: null, address });
    return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
  }
  const { token, newPassword } = input.data;
  const { pool } = await database();
  const link = await findLink(token);
  if (link && !(await isPasswordAllowed(pool, link.person)))
    return failure({ code: "refused", message: noPasswordMessage(), requestId, retry: "never" });
  const weakness = link && (await findWeakness(newPassword, link.person));
  if (weakness) return failure(weakPasswordError(weakness, requestId));
  // Nothing is hashed for an invalid link.
  const passwordHash = link && (await hashPassword(newPassword));
  const person = await inTransaction(pool, async (client) => {
    const redeemed = passwordHash === null ? null : await redeemLink(client, token, passwordHash);
    if (redeemed && link?.purpose === "reset") await queuePasswordChangedMail(client, redeemed);
    await appendAudit(client, {
      phase: "event",
      action: ACTION,
      outcome: redeemed ? "succeeded" : "denied",
      actor: redeemed && { id: redeemed.id, name: redeemed.name, role: redeemed.role },
      target: redeemed?.id ?? null,
      address,
    });
    return redeemed;
  });
  await sendMails();
  await publish(["audit", "people"]);
  if (person && passwordHash) {
    await setDeviceCookie(deviceCookie({ id: person.id, passwordHash }));
    return success({ email: person.email });
  }
  return failure({
    code: "refused",
    message: "This link was already used or has expired. Ask an admin for a new one.",
    requestId,
    retry: "never",
  });
}

/** Rejects the current password too: the link often replaces one that has leaked. */
async function findWeakness(newPassword: string, person: Person): Promise<string | null> {
  const weakness = await findPasswordWeakness(newPassword, person, env().publicUrl);
  if (weakness || !person.passwordHash) return weakness;
  return (await verifyPassword(person.passwordHash, newPassword))
    ? "must be different from your current password"
    : null;
}
