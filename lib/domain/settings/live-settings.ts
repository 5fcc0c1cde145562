import { isLoopbackHost } from "./loopback";
import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET } from "./sandbox-defaults";
import { findWeakness } from "./secret-strength";
import type { Environment } from "./settings";

const REQUIRED_SETTINGS = ["CARD_API_KEY", "NEXTAUTH_URL", "NEXTAUTH_SECRET"] as const;
/** The minimum of Standard Webhooks. */
const MIN_SECRET_BYTES = 24;
const PUBLIC_SECRETS = [DEMO_API_KEY, DEMO_WEBHOOK_SECRET, DEMO_PASSWORD].map(toComparableSecret);

/** Malformed settings are left out. */
type LiveSettings = {
  CARD_API_URL?: string | undefined;
  CARD_API_KEY?: string | undefined;
  NEXTAUTH_URL?: string | undefined;
  NEXTAUTH_SECRET?: string | undefined;
  NEXTAUTH_SECRET_PREVIOUS?: string[] | undefined;
  WEBHOOK_SECRET?: string[] | undefined;
  WEBHOOK_TOKEN?: string | undefined;
  METRICS_TOKEN?: string | undefined;
};

/** Problems that prevent a start in live mode, in addition to the rules of each setting. */
export function liveProblems(values: LiveSettings, environment: Environment): string[] {
  if (!environment.CARD_API_URL)
    return environment.CARD_API_KEY ? ["The setting CARD_API_URL must be set when CARD_API_KEY is set."] : [];
  return [
    ...missingSettings(environment),
    ...plainHttp(values),
    ...weakSecrets(values),
    ...publicSecrets(values),
  ];
}

function missingSettings(environment: Environment): string[] {
  const names: string[] = REQUIRED_SETTINGS.filter((name) => !environment[name]);
  if (!environment.WEBHOOK_SECRET && !environment.WEBHOOK_TOKEN)
    names.push("WEBHOOK_SECRET (or WEBHOOK_TOKEN)");
  return names.map((name) => `The setting ${name} must be set when CARD_API_URL is set.`);
}

function plainHttp({ CARD_API_URL, NEXTAUTH_URL }: LiveSettings): string[] {
  return Object.entries({ CARD_API_URL, NEXTAUTH_URL })
    .filter(([, url]) => url !== undefined && new URL(url).protocol !== "https:" && !isLocal(url))
    .map(
      ([name]) =>
        `The setting ${name} must be an https URL in live mode; plain http is allowed only for localhost.`,
    );
}

function weakSecrets(values: LiveSettings): string[] {
  const signing = values.WEBHOOK_SECRET?.map(decodeSecret) ?? [];
  const problems = Object.entries({ ...ownSecrets(values), WEBHOOK_SECRET: signing }).flatMap(
    ([name, secrets]) => {
      const weakness = secrets.map(findWeakness).find((found) => found !== null);
      return weakness === undefined
        ? []
        : [
            `The setting ${name} must be random, but it ${weakness}. Generate one with \`openssl rand -base64 32\`.`,
          ];
    },
  );
  if (signing.some((secret) => secret.length < MIN_SECRET_BYTES))
    problems.push(
      `The setting WEBHOOK_SECRET must have at least ${MIN_SECRET_BYTES} base64-encoded bytes after whsec_.`,
    );
  return problems;
}

/**
 * These secrets are public. They are allowed if everything runs on this machine, for trying live mode with the
 * sandbox.
 */
function publicSecrets(values: LiveSettings): string[] {
  if (isLocal(values.CARD_API_URL) && isLocal(values.NEXTAUTH_URL)) return [];
  const problems = isPublicSecret(values.CARD_API_KEY ?? "")
    ? ["The setting CARD_API_KEY must be your issuer's key; the sandbox's key is public."]
    : [];
  for (const [name, secrets] of Object.entries(ownSecrets(values)))
    if (secrets.some(isPublicSecret))
      problems.push(`The setting ${name} must be your own secret; the sandbox's secret is public.`);
  return problems;
}

/** The operator's own secrets, by setting. */
function ownSecrets(values: LiveSettings) {
  return {
    NEXTAUTH_SECRET: [values.NEXTAUTH_SECRET ?? []].flat(),
    NEXTAUTH_SECRET_PREVIOUS: values.NEXTAUTH_SECRET_PREVIOUS ?? [],
    WEBHOOK_TOKEN: [values.WEBHOOK_TOKEN ?? []].flat(),
    METRICS_TOKEN: [values.METRICS_TOKEN ?? []].flat(),
    WEBHOOK_SECRET: values.WEBHOOK_SECRET ?? [],
  };
}

function isPublicSecret(secret: string): boolean {
  return PUBLIC_SECRETS.includes(toComparableSecret(secret));
}

/** Decodes base64 with or without prefix and padding, so that all spellings of a secret are equal. */
function toComparableSecret(secret: string): string {
  return decodeSecret(secret) || secret;
}

function isLocal(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname);
}

/** The bytes after `whsec_`, one character each; empty if it is not base64. */
function decodeSecret(secret: string): string {
  try {
    return atob(secret.replace(/^whsec_/, ""));
  } catch {
    return "";
  }
}
