import { isLoopbackHost } from "./loopback";
import { DEMO_API_KEY, DEMO_PASSWORD, DEMO_WEBHOOK_SECRET } from "./sandbox-defaults";
import { findWeakness } from "./secret-strength";
import type { Environment } from "./settings";

const REQUIRED_SETTINGS = ["CARD_API_KEY", "NEXTAUTH_URL", "NEXTAUTH_SECRET"] as const;
/** What Standard Webhooks asks of a secret. */
const MIN_SECRET_BYTES = 24;
const PUBLIC_SECRETS = [DEMO_API_KEY, DEMO_WEBHOOK_SECRET, DEMO_PASSWORD].map(toComparableSecret);

/** The settings that matter here; one that could not be read is left out. */
type LiveSettings = {
  CARD_API_URL?: string | undefined;
  CARD_API_KEY?: string | undefined;
  NEXTAUTH_URL?: string | undefined;
  NEXTAUTH_SECRET?: string | undefined;
  NEXTAUTH_SECRET_PREVIOUS?: string[] | undefined;
  WEBHOOK_SECRET?: string[] | undefined;
  WEBHOOK_TOKEN?: string | undefined;
};

/** What a live dashboard must not start with, beyond what each setting by itself has to be. */
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

/** Anyone may know these. Where everything is on this machine, live mode is being tried on the sandbox itself. */
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

/** The secrets that the operator makes up, by the setting they stand in. */
function ownSecrets(values: LiveSettings) {
  return {
    NEXTAUTH_SECRET: [values.NEXTAUTH_SECRET ?? []].flat(),
    NEXTAUTH_SECRET_PREVIOUS: values.NEXTAUTH_SECRET_PREVIOUS ?? [],
    WEBHOOK_TOKEN: [values.WEBHOOK_TOKEN ?? []].flat(),
    WEBHOOK_SECRET: values.WEBHOOK_SECRET ?? [],
  };
}

function isPublicSecret(secret: string): boolean {
  return PUBLIC_SECRETS.includes(toComparableSecret(secret));
}

/** The same for every spelling of a secret: its bytes where it is base64, with or without prefix and padding. */
function toComparableSecret(secret: string): string {
  return decodeSecret(secret) || secret;
}

function isLocal(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname);
}

/** The bytes behind `whsec_`, one character each. Those of text that is no base64 are none. */
function decodeSecret(secret: string): string {
  try {
    return atob(secret.replace(/^whsec_/, ""));
  } catch {
    return "";
  }
}
