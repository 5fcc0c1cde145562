import { handleAuth } from "@/lib/auth/handler";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { testRequest } from "./test-request";
import type { TokenIssuer } from "./token-issuer";

type FetchSite = "same-origin" | "same-site" | "cross-site" | "none";

/** Continues like a server that was started with this provider. */
export function useProvider(
  issuer: string,
  { breakGlassEmail = null, ...changes }: Partial<SingleSignOn> & { breakGlassEmail?: string | null } = {},
): void {
  const singleSignOn: SingleSignOn = {
    issuer,
    clientId: "cardwell",
    clientSecret: "a secret, with / and :",
    name: "Example ID",
    scopes: "openid email profile",
    roleClaim: "groups",
    roles: [
      { role: "admin", value: "card-admins" },
      { role: "support", value: "card-support" },
      { role: "finance", value: "card-finance" },
    ],
    domains: ["example.com"],
    ...changes,
  };
  processWide<ReturnType<typeof env>>("env").current = { ...env(), singleSignOn, breakGlassEmail };
}

/** A browser that signs in through the provider, without a page. */
export function openProviderBrowser(issuer: TokenIssuer) {
  async function get(path: string, site: FetchSite): Promise<string> {
    const cookie = [...testRequest.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "sec-fetch-site": site };
    const response = await handleAuth(new Request(`http://localhost:3000${path}`, { headers }), {
      params: Promise.resolve({ nextauth: path.split("?")[0]?.split("/").slice(3) ?? [] }),
    });
    if (response.status !== 303) throw new Error(`${path} answered ${response.status}`);
    return response.headers.get("location") ?? "";
  }

  /** The provider's URL, with what we ask for. `site` is where the link was that the browser followed. */
  const begin = (query = "", site: FetchSite = "same-origin") => get(`/api/auth/signin/oidc${query}`, site);

  /** Where the browser ends up: a path of ours. */
  async function finish(parameters: URLSearchParams): Promise<string> {
    const { pathname, search } = new URL(await get(`/api/auth/callback/oidc?${parameters}`, "cross-site"));
    return pathname + search;
  }

  return {
    begin,
    finish,
    signIn: async (query = ""): Promise<string> => finish(issuer.authorize(await begin(query))),
  };
}

export function refusalIn(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  return pathname === "/login/refused" ? searchParams.get("reason") : null;
}
