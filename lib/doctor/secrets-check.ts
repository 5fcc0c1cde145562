import "server-only";
import { isLoopbackHost } from "@/lib/domain/settings/loopback";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { findWeakness } from "@/lib/domain/settings/secret-strength";
import { type Check, ok, problem } from "./check";

const GENERATE = "Generate one with `openssl rand -base64 32`.";

/** A live dashboard doesn't start with weak secrets; the sandbox does, even if others can reach it. */
export const secretsCheck: Check = {
  title: "Secrets",
  needs: ["NEXTAUTH_SECRET", "NEXTAUTH_SECRET_PREVIOUS", "WEBHOOK_SECRET", "WEBHOOK_TOKEN"],
  run: async ({ env }) => {
    const { authSecret, previousSecrets, webhook, publicUrl } = env;
    const secrets = {
      NEXTAUTH_SECRET: [authSecret],
      NEXTAUTH_SECRET_PREVIOUS: previousSecrets,
      WEBHOOK_TOKEN: webhook.token ? [webhook.token] : [],
      WEBHOOK_SECRET: webhook.secrets,
    };
    for (const [name, values] of Object.entries(secrets)) {
      const weakness = values.map(findWeakness).find((found) => found !== null);
      if (weakness) return problem(`${name} is weak: it ${weakness}.`, GENERATE);
    }
    if (webhook.secrets.includes(DEMO_WEBHOOK_SECRET) && !isLoopbackHost(publicUrl.hostname))
      return problem(
        "WEBHOOK_SECRET is the sandbox’s, which is public, but other machines can reach this dashboard.",
        "Set SANDBOX_WEBHOOK_SECRET and WEBHOOK_SECRET to a secret of your own.",
      );
    return ok(
      previousSecrets.length > 0
        ? "No weakness found. NEXTAUTH_SECRET_PREVIOUS is still set: remove it when Settings, Connection says so."
        : "No weakness found.",
    );
  },
};
