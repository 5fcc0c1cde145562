import "server-only";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { cookies } from "next/headers";
import { deviceCookie } from "@/lib/auth/device-cookie";
import { isPasswordAllowed } from "@/lib/auth/password-rule";
import { findPerson, lockPerson } from "@/lib/auth/people";
import { announceSignIn } from "@/lib/auth/record-sign-in";
import type { RequestInfo } from "@/lib/auth/request-info";
import { type Browser, openSession, reject, type SignInOutcome, throttle } from "@/lib/auth/sign-in";
import { addressLimit, countAttempt, refundAttempt, secondFactorLimit } from "@/lib/auth/throttle";
import { database } from "@/lib/db/database";
import { PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { isUuid } from "@/lib/domain/text/uuid";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { CHALLENGE_MINUTES, createChallenge, takeChallenge } from "./challenges";
import { passkeySite } from "./passkey-site";
import { findPasskeyOwner, redeemPasskey, requestOptions } from "./passkeys";

/** Returns null where passkeys don't work. The cookie binds the challenge to this browser. */
export async function beginPasskeySignIn(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const site = passkeySite();
  if (!site.works) return null;
  const { id, challenge } = await createChallenge({ purpose: "sign-in" });
  (await cookies()).set({
    name: challengeCookie(),
    value: id,
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure: isHttps(),
    maxAge: CHALLENGE_MINUTES * 60,
  });
  return requestOptions(null, site, challenge);
}

/**
 * Signs in with a passkey alone: it shows that the person holds the device and has unlocked it. Attempts are counted per
 * address before anything is checked, and per account together with all other second factors.
 */
export async function signInWithPasskey(
  rawResponse: unknown,
  request: RequestInfo,
  browser: Browser,
): Promise<SignInOutcome> {
  const { address } = request;
  const forAddress = addressLimit(address);
  const throttledAddress = await countAttempt(forAddress);
  if (throttledAddress) return throttle(forAddress, throttledAddress, null, address);
  const challengeId = browser.readCookie(challengeCookie()) ?? "";
  const challenge = isUuid(challengeId) ? await takeChallenge({ purpose: "sign-in", id: challengeId }) : null;
  const response = parseResponse(rawResponse);
  const site = passkeySite();
  const { pool } = await database();
  const ownerId = response && (await findPasskeyOwner(response.id));
  const person = ownerId ? await findPerson(pool, ownerId) : null;
  if (!person || !response || !challenge || !site.works) return reject(person, address, REJECTED);
  const forAccount = secondFactorLimit(person.id);
  const throttledAccount = await countAttempt(forAccount);
  if (throttledAccount) return throttle(forAccount, throttledAccount, person, address);
  const opened = await inTransaction(pool, async (client) => {
    const current = await lockPerson(client, person.id);
    if (current?.state !== "active" || !(await isPasswordAllowed(client, current))) return null;
    if (!(await redeemPasskey(client, person.id, { response, challenge, site }))) return null;
    return openSession(client, current, request, browser, "passkey");
  });
  if (!opened) return reject(person, address, REJECTED);
  await announceSignIn(person, request);
  await refundAttempt(forAddress, forAccount);
  return { is: "signed-in", personId: person.id, sessionId: opened.sessionId, device: deviceCookie(person) };
}

const REJECTED = "The passkey was rejected";

function parseResponse(raw: unknown): PasskeyResponse | null {
  try {
    return PasskeyResponse.safeParse(JSON.parse(String(raw))).data ?? null;
  } catch {
    return null;
  }
}

function challengeCookie(): string {
  return `${isHttps() ? "__Host-" : ""}cardwell.passkey`;
}

function isHttps(): boolean {
  return env().publicUrl.protocol === "https:";
}
