import "server-only";
import * as oauth from "oauth4webapi";
import { type Claims, findClaim } from "@/lib/domain/people/provider-claims";
import type { SignInRefusal } from "@/lib/domain/people/sign-in-refusal";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import type { Attempt } from "./attempt";
import { CLOCK_LEEWAY_SECONDS, callbackUrl, getProvider, type Provider, requestOptions } from "./provider";

export type VerifiedSignIn = { is: "verified"; subject: string; claims: Claims; idToken: string };

export type ExchangedCode = (
  | VerifiedSignIn
  /** `detail` is for the log. */
  | { is: "refused"; reason: SignInRefusal; detail: string }
) & {
  /** How far the provider's clock is ahead of ours; null if it didn't say. */
  clockSkewSeconds: number | null;
};

/**
 * Exchanges the code for an ID token and verifies it: state, issuer, audience, signature, nonce, times and, for a
 * reauthentication, that the person entered their credentials after it began.
 */
export async function exchangeCode(
  settings: SingleSignOn,
  parameters: URLSearchParams,
  attempt: Attempt,
): Promise<ExchangedCode> {
  let clockSkewSeconds: number | null = null;
  try {
    const provider = await getProvider(settings);
    const { server, client, authenticate } = provider;
    const options = requestOptions(settings.issuer);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      oauth.validateAuthResponse(server, client, parameters, attempt.state),
      callbackUrl(),
      attempt.codeVerifier,
      options,
    );
    clockSkewSeconds = measureSkew(response);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
      ...(attempt.purpose.is === "reauthenticate" ? { maxAge: secondsSince(attempt.startedAtMs) } : {}),
    });
    await oauth.validateApplicationLevelSignature(server, response, options);
    const idToken = oauth.getValidatedIdTokenClaims(tokens);
    if (!idToken || !tokens.id_token || !isStorable(idToken.sub))
      return { is: "refused", reason: "unverifiable", detail: "No usable ID token", clockSkewSeconds };
    if (attempt.purpose.is === "reauthenticate" && !isAfter(attempt.startedAtMs, idToken, clockSkewSeconds))
      return { is: "refused", reason: "unverifiable", detail: "The sign-in is too old", clockSkewSeconds };
    const claims = await completeClaims(provider, idToken, tokens.access_token);
    return { is: "verified", subject: idToken.sub, claims, idToken: tokens.id_token, clockSkewSeconds };
  } catch (error) {
    return { is: "refused", ...explain(error), clockSkewSeconds };
  }
}

/** Asks the userinfo endpoint if the ID token lacks the role or the email. It must be about the same person. */
async function completeClaims(
  { server, client, settings }: Provider,
  idToken: oauth.IDToken,
  accessToken: string,
): Promise<Claims> {
  const isComplete = findClaim(idToken, settings.roleClaim) !== undefined && idToken.email !== undefined;
  if (isComplete || !server.userinfo_endpoint) return idToken;
  const response = await oauth.userInfoRequest(server, client, accessToken, requestOptions(settings.issuer));
  const userinfo: Claims = await oauth.processUserInfoResponse(server, client, idToken.sub, response);
  // The flag belongs to the address beside it.
  const { email_verified: _, ...withoutFlag } = userinfo;
  return { ...(idToken.email === undefined ? userinfo : withoutFlag), ...idToken };
}

function measureSkew(response: Response): number | null {
  const providerMs = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(providerMs) ? null : Math.round((providerMs - Date.now()) / 1_000);
}

/** The provider, `Date`, and `auth_time` round to whole seconds. */
const ROUNDING_SECONDS = 2;

/** By the provider's clock, which differs from ours as far as its response shows, and by the leeway at most. */
function isAfter(startedAtMs: number, { auth_time }: oauth.IDToken, skewSeconds: number | null): boolean {
  const skew = Math.min(Math.max(skewSeconds ?? 0, -CLOCK_LEEWAY_SECONDS), CLOCK_LEEWAY_SECONDS);
  return auth_time !== undefined && auth_time >= startedAtMs / 1_000 + skew - ROUNDING_SECONDS;
}

function secondsSince(ms: number): number {
  return Math.ceil((Date.now() - ms) / 1_000);
}

/** The database can't store a NUL character. */
function isStorable(subject: string): boolean {
  return subject.length > 0 && subject.length <= 255 && !subject.includes("\0");
}

const KNOWN_ERRORS = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "invalid_request",
  "invalid_scope",
  "login_required",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_response_type",
]);

/** Never contains a token: the library's messages name only what was wrong. */
function explain(error: unknown): { reason: SignInRefusal; detail: string } {
  if (error instanceof oauth.AuthorizationResponseError)
    return {
      reason: error.error === "access_denied" ? "canceled" : "unverifiable",
      // The text is part of a URL, so anybody can write it: it doesn't belong in the audit log.
      detail: KNOWN_ERRORS.has(error.error)
        ? `The provider answered ${error.error}`
        : "The provider answered with an error",
    };
  if (error instanceof oauth.ResponseBodyError)
    return { reason: "unverifiable", detail: `The provider answered ${error.status} ${error.error}` };
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Response && cause.status >= 500)
    return { reason: "unreachable", detail: `The provider answered ${cause.status}` };
  const isUnverifiable = [
    oauth.OperationProcessingError,
    oauth.UnsupportedOperationError,
    oauth.WWWAuthenticateChallengeError,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error && isUnverifiable) return { reason: "unverifiable", detail: error.message };
  return { reason: "unreachable", detail: error instanceof Error ? error.message : String(error) };
}
