import "server-only";
import { createIssuer } from "@/lib/issuer/create-issuer";
import type { CallFailure } from "@/lib/issuer/failure";
import { type Check, type Context, type Finding, ok, problem, skipped } from "./check";

/** Codes of authenticator apps and signatures of webhooks depend on the time. */
const MAX_SKEW_MS = 10_000;
const MAX_TIMEOUT_MS = 10_000;

type Probe = { failure: CallFailure | null; clockSkewMs: number | null };

const probes = new WeakMap<Context, Promise<Probe>>();

/** One call for both checks. */
function probeIssuer(context: Context): Promise<Probe> {
  const probe = probes.get(context) ?? callIssuer(context);
  probes.set(context, probe);
  return probe;
}

async function callIssuer({ env }: Context): Promise<Probe> {
  const { url, key, timeoutMs } = env.issuer;
  const issuer = createIssuer({ url, key, timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS) });
  const result = await issuer.listCardDesigns();
  return { failure: result.ok ? null : result.failure, clockSkewMs: issuer.state().clockSkewMs };
}

const ISSUER_SETTINGS = ["CARD_API_URL", "CARD_API_KEY"] as const;

const issuerKey: Check = {
  title: "Issuer",
  needs: ISSUER_SETTINGS,
  run: async (context) => {
    const { url } = context.env.issuer;
    const { failure } = await probeIssuer(context);
    return failure ? explain(failure, context) : ok(`${url} answers and accepts the key.`);
  },
};

function explain({ kind, status, cause, message }: CallFailure, { env }: Context): Finding {
  const { url } = env.issuer;
  const key = env.mode === "sandbox" ? "SANDBOX_API_KEY" : "CARD_API_KEY";
  if (kind === "unauthorized") return problem(`${url} rejects the key.`, `Check ${key}.`);
  if (kind === "rate-limited")
    return problem(`${url} answers that there are too many requests.`, "Wait a minute and run this again.");
  if (kind === "broken-contract")
    return problem(`${url} answers, but not like the card API: ${message}`, "Check CARD_API_URL.");
  const reason = [status, cause].filter(Boolean).join(" ") || "no answer";
  return problem(
    `${url} is not available: ${reason}.`,
    env.mode === "sandbox"
      ? "Start the sandbox, or set CARD_API_URL and CARD_API_KEY."
      : "Check CARD_API_URL, the network, and the issuer’s status page.",
  );
}

const clock: Check = {
  title: "Clock",
  needs: ISSUER_SETTINGS,
  run: async (context) => {
    if (context.env.mode === "sandbox")
      return skipped("Not checked, because the sandbox’s clock can be moved.");
    const { clockSkewMs } = await probeIssuer(context);
    if (clockSkewMs === null) return skipped("Not checked, because the issuer sent no date.");
    const seconds = Math.round(Math.abs(clockSkewMs) / 1000);
    const direction = clockSkewMs > 0 ? "behind" : "ahead of";
    return Math.abs(clockSkewMs) > MAX_SKEW_MS
      ? problem(
          `This machine’s clock is ${seconds} seconds ${direction} the issuer’s.`,
          "Synchronize it, for example with systemd-timesyncd or chrony.",
        )
      : ok("It agrees with the issuer’s.");
  },
};

export const issuerChecks: readonly Check[] = [issuerKey, clock];
