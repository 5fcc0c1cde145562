import "server-only";
import { DashboardEnvironment } from "@/lib/domain/settings/dashboard-settings";
import { isLoopbackHost } from "@/lib/domain/settings/loopback";
import { type Environment, readEnvironment } from "@/lib/domain/settings/settings";

const ISSUER_SETTINGS = DashboardEnvironment.pick({
  CARD_API_URL: true,
  CARD_API_KEY: true,
  CARD_API_TIMEOUT_MS: true,
  SANDBOX_PORT: true,
  SANDBOX_API_KEY: true,
});

export type IssuerTarget = { url: string; key: string; timeoutMs: number; isSandbox: boolean };

/**
 * Only the settings of the issuer, so that an API can be examined before there is a dashboard for it. The key comes
 * from the environment alone: options are visible to everybody on the machine.
 */
export function readIssuerTarget(environment: Environment, url?: string): IssuerTarget {
  const settings = readEnvironment(
    ISSUER_SETTINGS,
    url === undefined ? environment : { ...environment, CARD_API_URL: url },
    ({ CARD_API_URL, CARD_API_KEY }) => {
      if (!CARD_API_URL)
        return CARD_API_KEY ? ["The setting CARD_API_URL must be set when CARD_API_KEY is set."] : [];
      if (!CARD_API_KEY) return ["The setting CARD_API_KEY must be set to ask a live issuer."];
      const { protocol, hostname } = new URL(CARD_API_URL);
      return protocol === "https:" || isLoopbackHost(hostname)
        ? []
        : ["The issuer's address must use https; plain http is allowed only for localhost."];
    },
  );
  const { CARD_API_URL, CARD_API_KEY, CARD_API_TIMEOUT_MS: timeoutMs } = settings;
  return CARD_API_URL && CARD_API_KEY
    ? { url: CARD_API_URL, key: CARD_API_KEY, timeoutMs, isSandbox: false }
    : {
        url: `http://localhost:${settings.SANDBOX_PORT}`,
        key: settings.SANDBOX_API_KEY,
        timeoutMs,
        isSandbox: true,
      };
}
