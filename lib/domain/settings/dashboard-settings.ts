import { z } from "zod";
import { liveProblems } from "./live-settings";
import { MAIL_SETTINGS, mailProblems } from "./mail-settings";
import { DEMO_API_KEY } from "./sandbox-defaults";
import {
  type Environment,
  HOST,
  numberSetting,
  optionalNumberSetting,
  POSTGRES_URL,
  portSetting,
  readEnvironment,
  urlSetting,
  WEBHOOK_SECRET,
} from "./settings";
import { SINGLE_SIGN_ON_SETTINGS, singleSignOnProblems } from "./single-sign-on-settings";

const DEFAULT_REPORT_MAX_BYTES = 1_073_741_824;

/** Paths that are often copied with the issuer's URL; each call adds its own. */
const ISSUER_PATH = /^\/*(api\/v1(\/merchant)?\/*)?$/;

/** The issuer's origin, from any common form of its URL. */
const ISSUER_URL = z
  .string()
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isIssuer =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      ISSUER_PATH.test(url.pathname) &&
      [url.username, url.password, url.search, url.hash].every((part) => part === "");
    if (isIssuer) return url.origin;
    context.addIssue("not an issuer's address");
    return z.NEVER;
  })
  .describe(
    "the issuer's URL, such as https://issuer.example or https://issuer.example/api/v1, without credentials, a query string, or another path",
  );

/** As in RFC 9116. */
const SECURITY_CONTACT = z
  .string()
  .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
  .refine((text) => z.url({ protocol: /^(https|mailto)$/ }).safeParse(text).success)
  .describe("an email address or an https URL");

export const DashboardEnvironment = z.object({
  PORT: portSetting(3000),
  HOST: HOST.optional(),
  DATA_DIR: z.string().default(".data").describe("a folder"),
  DATABASE_URL: POSTGRES_URL.optional(),
  DATABASE_MAX_BYTES: optionalNumberSetting({ min: 1_000_000, max: 1_000_000_000_000_000 }),
  CARD_API_URL: ISSUER_URL.optional(),
  CARD_API_KEY: z.string().optional().describe("the issuer's secret key"),
  CARD_API_TIMEOUT_MS: numberSetting({ min: 100, max: 120_000, fallback: 10_000 }),
  NEXTAUTH_URL: urlSetting(/^https?$/, "https://cards.example").optional(),
  NEXTAUTH_SECRET: z.string().min(32).optional().describe("a random string of at least 32 characters"),
  NEXTAUTH_SECRET_PREVIOUS: z
    .string()
    .min(32)
    .transform(splitSecrets)
    .default([])
    .describe("one or more earlier secrets of at least 32 characters, separated by spaces"),
  WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(/\s+/))
    .refine((secrets) => secrets.every((secret) => WEBHOOK_SECRET.safeParse(secret).success))
    .optional()
    .describe("one or more Standard Webhooks secrets (whsec_ and base64), separated by spaces"),
  WEBHOOK_TOKEN: z.string().min(16).optional().describe("a shared secret of at least 16 characters"),
  REPORT_LINK_HOSTS: z.string().optional().describe("a comma-separated list of hosts"),
  ALERT_HOSTS: z.string().optional().describe("a comma-separated list of hosts"),
  REPORT_MAX_BYTES: numberSetting({ min: 1024, max: 1_099_511_627_776, fallback: DEFAULT_REPORT_MAX_BYTES }),
  RETENTION_OPERATIONS_DAYS: retentionSetting(90),
  RETENTION_DELIVERIES_DAYS: retentionSetting(365),
  RETENTION_REFUSED_DELIVERIES_DAYS: retentionSetting(30),
  RETENTION_DRAFTS_DAYS: retentionSetting(7),
  RETENTION_BULK_ROWS_DAYS: retentionSetting(7),
  RETENTION_NOTIFICATIONS_DAYS: retentionSetting(90),
  RETENTION_NOTES_DAYS: retentionSetting(0),
  RETENTION_REPORTS_DAYS: retentionSetting(0),
  INDEX_CALLS_PER_SECOND: optionalNumberSetting({ min: 1, max: 1_000 }),
  BULK_CARDS_PER_SECOND: numberSetting({ min: 1, max: 1_000, fallback: 10 }),
  SANDBOX_PORT: portSetting(4010),
  SANDBOX_URL: urlSetting(/^https?$/, "http://localhost:4010").optional(),
  SANDBOX_API_KEY: z.string().default(DEMO_API_KEY).describe("the sandbox's key"),
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"])
    .default("info")
    .meta({ description: "silent, fatal, error, warn, info, debug, or trace", isShown: true }),
  LOG_FORMAT: z.enum(["json", "pretty"]).optional().meta({ description: "json or pretty", isShown: true }),
  TRUST_PROXY: numberSetting({ min: 0, max: 10, fallback: 0 }),
  SESSION_LIMIT: numberSetting({ min: 1, max: 1_000, fallback: 10 }),
  SECURITY_CONTACT: SECURITY_CONTACT.optional(),
  METRICS_TOKEN: z.string().min(32).optional().describe("a random string of at least 32 characters"),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(/^https?$/, "http://collector.example:4318").optional(),
  ...MAIL_SETTINGS,
  ...SINGLE_SIGN_ON_SETTINGS,
});

export type DashboardSettings = z.infer<typeof DashboardEnvironment>;

/** A secret may contain spaces: a text whose parts are too short to be secrets is one secret. */
function splitSecrets(text: string): string[] {
  const parts = text.trim().split(/\s+/);
  return parts.every((part) => part.length >= 32) ? parts : [text];
}

/** After how many days something is deleted; 0 means never. */
function retentionSetting(fallback: number) {
  return numberSetting({ min: 0, max: 36_500, fallback });
}

/** Throws one sentence for each invalid setting. */
export function readDashboardSettings(environment: Environment): DashboardSettings {
  return readEnvironment(DashboardEnvironment, environment, (values, nonEmpty) => [
    ...liveProblems(values, nonEmpty),
    ...mailProblems(values),
    ...singleSignOnProblems(values, nonEmpty),
  ]);
}
