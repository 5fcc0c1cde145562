"use server";

import { z } from "zod";
import { confirmIdentity as confirm } from "@/lib/auth/confirmation/confirm-identity";
import { throttledMessage } from "@/lib/auth/throttle";
import { PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { type AppError, failure, success } from "@/lib/domain/result";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { defineAction } from "./define-action";

const REJECTIONS = {
  passkey: "This passkey wasn’t accepted. Try again, or enter a code.",
  code: "This code is incorrect or was already used.",
  password: "The password is incorrect.",
} as const;

/** Makes actions that ask for it possible for ten minutes, in this session. Writes its own audit entries. */
export const confirmIdentity = defineAction({
  permission: "session.confirm",
  confirmation: "none",
  audited: false,
  input: z.discriminatedUnion("way", [
    z.object({ way: z.literal("passkey"), passkey: PasskeyResponse }),
    z.object({ way: z.literal("code"), code: z.string().trim().min(1).max(50) }),
    z.object({ way: z.literal("password"), password: z.string().min(1).max(1_000) }),
  ]),
  action: "session.confirm-identity",
  target: () => null,
  async run({ input, actor, request }) {
    const reject = (code: AppError["code"], message: string, retry: AppError["retry"] = "never") =>
      failure({ code, message, requestId: request.requestId, retry });
    const outcome = await confirm(actor, input, request);
    if (outcome.is === "confirmed") return success(null);
    if (outcome.is === "throttled") return reject("throttled", throttledMessage(outcome), "safe");
    if (outcome.is === "busy")
      return reject("throttled", "Many people are signing in right now. Try again in a few seconds.", "safe");
    if (outcome.is === "expired") return reject("signed-out", SIGNED_OUT);
    return reject("refused", REJECTIONS[input.way]);
  },
});
