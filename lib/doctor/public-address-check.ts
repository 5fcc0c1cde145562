import "server-only";
import { findProxyMisconfiguration } from "@/lib/auth/client-address";
import { codeOf, MIN_CERTIFICATE_DAYS, readValidity } from "./certificate-validity";
import { type Check, type Finding, ok, problem, skipped } from "./check";

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const HEALTH_PATH = "/api/health/live";
const WEBHOOK_PATH = "/api/webhooks/issuer";

/** In the way that the issuer and people's browsers reach it, except that the request comes from this machine. */
const publicAddress: Check = {
  title: "Public URL",
  needs: ["NEXTAUTH_URL", "PORT"],
  run: async ({ env: { publicUrl } }) => {
    const url = new URL(HEALTH_PATH, publicUrl);
    const answer = await request(url);
    if ("code" in answer) return unreachable(url, answer.code);
    return answer.status === 200 && isLive(answer.text)
      ? ok(`${publicUrl.origin} reaches a dashboard.`)
      : problem(
          `${url.href} answers ${answer.status}, but not like a dashboard.`,
          "Check NEXTAUTH_URL, and that the proxy passes all paths on to the dashboard unchanged.",
        );
  },
};

/** Not with a POST, because the dashboard would record it as a forged delivery. */
const webhookAddress: Check = {
  title: "Webhooks",
  needs: ["NEXTAUTH_URL", "PORT"],
  run: async ({ env: { publicUrl } }) => {
    const url = new URL(WEBHOOK_PATH, publicUrl);
    const answer = await request(url);
    if ("code" in answer) return unreachable(url, answer.code);
    if (answer.status === 405) return ok(`${url.href} is the receiver. Register this URL with the issuer.`);
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return problem(
      `${url.href} answers ${answer.status} instead of 405.`,
      isRedirect || answer.status === 401 || answer.status === 403
        ? "Let the proxy pass requests to this path on without a sign-in or a redirect."
        : "Check NEXTAUTH_URL, and that the proxy passes this path on to the dashboard.",
    );
  },
};

const certificate: Check = {
  title: "Certificate",
  needs: ["NEXTAUTH_URL"],
  run: async ({ env: { publicUrl } }) => {
    if (publicUrl.protocol !== "https:") return skipped("Not checked, because the public URL is plain http.");
    const validUntil = await readValidity(publicUrl);
    if (typeof validUntil === "string") return unreachable(publicUrl, validUntil);
    const days = Math.floor((validUntil.getTime() - Date.now()) / DAY_MS);
    const date = validUntil.toISOString().slice(0, 10);
    return days < MIN_CERTIFICATE_DAYS
      ? problem(`It ${days < 0 ? "expired" : "expires"} on ${date}.`, "Renew it.")
      : ok(`It is valid until ${date}.`);
  },
};

const proxy: Check = {
  title: "Proxy",
  needs: ["NEXTAUTH_URL", "TRUST_PROXY", "CARD_API_URL"],
  run: async ({ env }) =>
    findProxyMisconfiguration(env)
      ? problem(
          "All clients appear to share the proxy’s address, and so one sign-in limit.",
          "Set TRUST_PROXY to the number of proxies in front of the dashboard.",
        )
      : ok(
          env.trustedProxies > 0
            ? `Client addresses are taken ${env.trustedProxies} from the right of x-forwarded-for.`
            : "None is expected.",
        ),
};

export const publicAddressChecks: readonly Check[] = [publicAddress, webhookAddress, certificate, proxy];

type Answer = { status: number; text: string } | { code: string };

async function request(url: URL): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

function isLive(text: string): boolean {
  try {
    return JSON.parse(text).status === "live";
  } catch {
    return false;
  }
}

function unreachable(url: URL, code: string): Finding {
  const text = `${url.origin} can’t be reached: ${code}.`;
  if (/CERT|ISSUER|SELF_SIGNED|ALTNAME/.test(code))
    return problem(text, "Install a certificate for this name from an authority that the issuer trusts.");
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return problem(text, "Check the host in NEXTAUTH_URL and its DNS entry.");
  return problem(text, "Start the dashboard, and check NEXTAUTH_URL, the proxy, and the firewall.");
}
