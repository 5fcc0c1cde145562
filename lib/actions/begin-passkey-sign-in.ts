"use server";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { requestInfo } from "@/lib/auth/request-info";
import { beginPasskeySignIn as begin } from "@/lib/auth/second-factor/passkey-sign-in";
import { countAttempt, passkeyChallengeLimit, throttledMessage } from "@/lib/auth/throttle";
import { failure, type Result, success } from "@/lib/domain/result";

/** Without a session. It says nothing about any account; the answer goes to next-auth, like a password. */
export async function beginPasskeySignIn(): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const { requestId, address } = await requestInfo();
  const throttled = await countAttempt(passkeyChallengeLimit(address));
  if (throttled)
    return failure({ code: "throttled", message: throttledMessage(throttled), requestId, retry: "safe" });
  const options = await begin();
  if (options) return success(options);
  return failure({ code: "refused", message: "Passkeys don’t work here.", requestId, retry: "never" });
}
