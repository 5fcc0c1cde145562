"use server";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { currentActor, currentSessionId } from "@/lib/auth/actor";
import { requestInfo } from "@/lib/auth/request-info";
import { createChallenge } from "@/lib/auth/second-factor/challenges";
import { findPendingPerson } from "@/lib/auth/second-factor/finish-sign-in";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { requestOptions } from "@/lib/auth/second-factor/passkeys";
import { failure, type Result, success } from "@/lib/domain/result";

/**
 * For the second step of a sign-in (the cookie of a correct password is the permission; `confirmSignIn` takes the answer)
 * and for a signed-in person who confirms that it is them (`confirmIdentity` does).
 */
export async function beginPasskeyConfirmation(): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const { requestId } = await requestInfo();
  const sessionId = await currentSessionId();
  const person = sessionId && ((await findPendingPerson(sessionId)) ?? (await currentActor()));
  const site = passkeySite();
  if (!sessionId || !person || !site.works) {
    const message = "This took too long. Sign in again.";
    return failure({ code: "signed-out", message, requestId, retry: "never" });
  }
  const { challenge } = await createChallenge({ purpose: "confirm", sessionId });
  return success(await requestOptions(person.id, site, challenge));
}
