"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { currentSessionId } from "@/lib/auth/actor";
import { setSessionCookie } from "@/lib/auth/cookie";
import { setDeviceCookie } from "@/lib/auth/device-cookie";
import { requestInfo } from "@/lib/auth/request-info";
import { finishSignIn } from "@/lib/auth/second-factor/finish-sign-in";
import { throttledMessage } from "@/lib/auth/throttle";
import { PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";

const Input = z.union([
  z.object({ code: z.string().trim().min(1).max(50) }),
  z.object({ passkey: PasskeyResponse }),
]);

/** Without a session: the cookie of a correct password is the permission. Attempts are counted like sign-ins. */
export async function confirmSignIn(rawInput: z.input<typeof Input>): Promise<Result<null>> {
  const request = await requestInfo();
  const reject = (code: AppError["code"], message: string, retry: AppError["retry"] = "never") =>
    failure({ code, message, requestId: request.requestId, retry });
  const input = Input.safeParse(rawInput);
  if (!input.success) return reject("invalid", "Enter the code.");
  const sessionId = await currentSessionId();
  const jar = await cookies();
  const outcome = sessionId
    ? await finishSignIn(sessionId, input.data, request, (name) => jar.get(name)?.value)
    : null;
  if (outcome?.is === "signed-in") {
    await setSessionCookie(outcome.sessionId);
    await setDeviceCookie(outcome.device);
    return success(null);
  }
  if (outcome?.is === "throttled") return reject("throttled", throttledMessage(outcome), "safe");
  if (outcome?.is === "rejected" && "passkey" in input.data)
    return reject("refused", "This passkey wasn’t accepted. Try again, or enter a code.");
  if (outcome?.is === "rejected") return reject("refused", "This code is incorrect or was already used.");
  return reject("signed-out", "This took too long. Sign in again.");
}
