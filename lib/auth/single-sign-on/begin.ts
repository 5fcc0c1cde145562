import "server-only";
import * as oauth from "oauth4webapi";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import { type Purpose, storeAttempt } from "./attempt";
import { callbackUrl, getProvider } from "./provider";

type Options = {
  next: string;
  purpose: Purpose;
  /** Asks for the password again, so that the person can choose another account. */
  isAnotherAccount?: boolean;
};

/** Returns the provider's URL to which the browser must go. Throws if the provider can't be reached. */
export async function beginAttempt(
  settings: SingleSignOn,
  { next, purpose, isAnotherAccount = false }: Options,
): Promise<string> {
  const { server } = await getProvider(settings);
  if (!server.authorization_endpoint) throw new Error("The provider has no authorization endpoint");
  const [state, nonce, codeVerifier] = [
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
    oauth.generateRandomCodeVerifier(),
  ];
  await storeAttempt({ state, nonce, codeVerifier, startedAtMs: Date.now(), next, purpose });
  const isReauthentication = purpose.is === "reauthenticate";
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: settings.clientId,
    redirect_uri: callbackUrl(),
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(isReauthentication ? { max_age: "0" } : {}),
    ...(isReauthentication || isAnotherAccount ? { prompt: "login" } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
