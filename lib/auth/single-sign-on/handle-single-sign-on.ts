import "server-only";
import type { NextRequest } from "next/server";
import { appendAudit } from "@/lib/audit/append";
import { currentActor } from "@/lib/auth/actor";
import { setSessionCookie } from "@/lib/auth/cookie";
import { setDeviceCookie } from "@/lib/auth/device-cookie";
import { SIGN_IN_ACTION } from "@/lib/auth/record-sign-in";
import type { RequestInfo } from "@/lib/auth/request-info";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import type { Browser } from "@/lib/auth/sign-in";
import { recordProviderRefusal } from "@/lib/auth/throttle-log";
import { database } from "@/lib/db/database";
import { judgeClaims } from "@/lib/domain/people/provider-claims";
import { returnPath } from "@/lib/domain/people/return-path";
import type { SignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { count } from "@/lib/metrics/record";
import { inTransaction } from "@/lib/postgres/open-database";
import { type Admission, admitPerson } from "./admit-person";
import { type Attempt, type Purpose, takeAttempt } from "./attempt";
import { beginAttempt } from "./begin";
import { exchangeCode, type VerifiedSignIn } from "./exchange-code";
import { findLinkedPersonId } from "./identities";
import { linkPerson } from "./link-person";
import { CALLBACK_PATH } from "./provider";
import { BEGIN_PATH, recordReauthentication } from "./reauthenticate";

/** Serves the two routes of single sign-on; returns null for any other request. */
export async function handleSingleSignOn(
  request: NextRequest,
  info: RequestInfo,
  browser: Browser,
): Promise<Response | null> {
  const { pathname, searchParams } = request.nextUrl;
  if (pathname !== BEGIN_PATH && pathname !== CALLBACK_PATH) return null;
  const settings = env().singleSignOn;
  if (!settings) return redirectTo("/login");
  try {
    return pathname === BEGIN_PATH
      ? await begin(settings, request, info)
      : await finish(settings, searchParams, info, browser);
  } catch (error) {
    log().error({ err: error, requestId: info.requestId }, "Single sign-on failed");
    countSignIn("failed");
    return refused("failed", info);
  }
}

async function begin(
  settings: SingleSignOn,
  { headers, nextUrl: { searchParams: parameters } }: NextRequest,
  info: RequestInfo,
): Promise<Response> {
  const next = returnPath(parameters.get("next"));
  if (isFromAnotherSite(headers)) return redirectTo(`/login?${new URLSearchParams({ next })}`);
  const actor = parameters.has("confirm") ? await currentActor() : null;
  if (parameters.has("confirm") && !actor) return redirectTo("/login");
  const purpose: Purpose = actor ? { is: "reauthenticate", sessionId: actor.sessionId } : { is: "sign-in" };
  try {
    const isAnotherAccount = parameters.has("another");
    return redirectTo(await beginAttempt(settings, { next, purpose, isAnotherAccount }));
  } catch (error) {
    log().error({ err: error, requestId: info.requestId }, "The provider of single sign-on can’t be reached");
    countSignIn("failed");
    return refused("unreachable", info);
  }
}

/** A person who is signed in at the provider isn't asked there, so a link on another site would sign them in. */
function isFromAnotherSite(headers: Headers): boolean {
  return ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
}

async function finish(
  settings: SingleSignOn,
  parameters: URLSearchParams,
  info: RequestInfo,
  browser: Browser,
): Promise<Response> {
  const attempt = await takeAttempt(parameters.get("state"));
  if (!attempt) return refuse("expired", "No attempt with this state was started in this browser", info);
  const exchanged = await exchangeCode(settings, parameters, attempt);
  const { clockSkewSeconds } = exchanged;
  const details = { clockSkewSeconds };
  const { purpose, next } = attempt;
  if (exchanged.is === "refused") return refuse(exchanged.reason, exchanged.detail, info, { details, next });
  if (purpose.is === "reauthenticate") {
    const isConfirmed = await recordReauthentication(purpose.sessionId, exchanged.subject, info);
    log().info({ ...details, isConfirmed, address: info.address }, "Reauthentication");
    return isConfirmed ? redirectTo(next) : refused("not-confirmed", info, next);
  }
  const admission = await admit(settings, purpose, exchanged, info, browser);
  if (admission.is === "refused")
    return refuse(admission.reason, admission.detail, info, { personId: admission.personId, details, next });
  const { id: personId, role } = admission.person;
  await setSessionCookie(admission.sessionId);
  await setDeviceCookie(admission.device);
  log().info({ role, personId, address: info.address, clockSkewSeconds }, "Signed in with single sign-on");
  countSignIn("signed-in");
  return redirectTo(next);
}

async function admit(
  settings: SingleSignOn,
  purpose: Exclude<Attempt["purpose"], { is: "reauthenticate" }>,
  { subject, claims, idToken }: VerifiedSignIn,
  info: RequestInfo,
  browser: Browser,
): Promise<Admission> {
  const judged = judgeClaims(claims, settings);
  if (judged.is === "accepted") {
    const signIn = { subject, claims: judged, idToken };
    return purpose.is === "link"
      ? linkPerson(purpose.token, signIn, info, browser)
      : admitPerson(signIn, info, browser);
  }
  const { pool } = await database();
  const personId = await findLinkedPersonId(pool, subject);
  // The provider says that they no longer have a role: what they had open must end too.
  if (personId && judged.reason === "no-role") await revokeSessionsOf(pool, personId);
  return { ...judged, personId };
}

type RefusalContext = { personId?: string | null; details?: object; next?: string };

async function refuse(
  reason: SignInRefusal,
  detail: string,
  info: RequestInfo,
  { personId = null, details = {}, next = "/" }: RefusalContext = {},
): Promise<Response> {
  const { address, requestId } = info;
  countSignIn(reason === "expired" ? "expired" : "rejected");
  log().warn({ reason, detail, personId, address, requestId, ...details }, "Single sign-on refused");
  const message = `Single sign-on: ${detail}`;
  if (!personId) await recordProviderRefusal(SIGN_IN_ACTION, address, message);
  else {
    await inTransaction((await database()).pool, (client) =>
      appendAudit(client, {
        phase: "event",
        action: SIGN_IN_ACTION,
        outcome: "denied",
        target: personId,
        message,
        address,
      }),
    );
    await publish(["audit"]);
  }
  return refused(reason, info, next);
}

function countSignIn(result: "signed-in" | "rejected" | "expired" | "failed"): void {
  count("cardwell_sign_ins_total", { method: "single-sign-on", result });
}

function refused(reason: SignInRefusal, { requestId }: RequestInfo, next = "/"): Response {
  return redirectTo(`/login/refused?${new URLSearchParams({ reason, request: requestId, next })}`);
}

function redirectTo(location: string): Response {
  const url = new URL(location, env().publicUrl).href;
  return new Response(null, { status: 303, headers: { location: url, "cache-control": "no-store" } });
}
