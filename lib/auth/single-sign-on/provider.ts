import "server-only";
import * as oauth from "oauth4webapi";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

/** How far our clock and the provider's may differ. */
export const CLOCK_LEEWAY_SECONDS = 60;

const REQUEST_TIMEOUT_MS = 10_000;
const METADATA_LIFETIME_MS = 600_000;

export const CALLBACK_PATH = "/api/auth/callback/oidc";

export type Provider = {
  settings: SingleSignOn;
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  authenticate: oauth.ClientAuth;
};

type Cached = { issuer: string; server: oauth.AuthorizationServer; readAt: number };
const slot = processWide<Cached>("oidc-metadata");

/** Throws if the provider's metadata can't be read and isn't known from before. */
export async function getProvider(settings: SingleSignOn): Promise<Provider> {
  const server = await getMetadata(settings);
  return {
    settings,
    server,
    client: { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_LEEWAY_SECONDS },
    authenticate: chooseAuthentication(server)(settings.clientSecret),
  };
}

async function getMetadata({ issuer }: SingleSignOn): Promise<oauth.AuthorizationServer> {
  const known = slot.current?.issuer === issuer ? slot.current : null;
  if (known && Date.now() - known.readAt < METADATA_LIFETIME_MS) return known.server;
  try {
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, requestOptions(issuer));
    const server = await oauth.processDiscoveryResponse(url, response);
    slot.current = { issuer, server, readAt: Date.now() };
    return server;
  } catch (error) {
    if (!known) throw error;
    log().warn({ err: error, issuer }, "Could not read the provider's metadata again");
    return known.server;
  }
}

export function requestOptions(issuer: string) {
  return {
    signal: () => AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    // The settings allow plain http only for this machine.
    [oauth.allowInsecureRequests]: new URL(issuer).protocol === "http:",
  };
}

/** Basic is the standard's default; some providers accept only the body. */
function chooseAuthentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer) {
  return methods?.includes("client_secret_post") && !methods.includes("client_secret_basic")
    ? oauth.ClientSecretPost
    : oauth.ClientSecretBasic;
}

export function callbackUrl(): string {
  return new URL(CALLBACK_PATH, env().publicUrl).href;
}
