import { join } from "node:path";
import { z } from "zod";
import { isCurrency } from "@/lib/domain/money";
import type { DatabaseLocation } from "@/lib/postgres/open-database";

export const DEMO_API_KEY = "sk_sandbox_cardwell";
export const DEMO_WEBHOOK_SECRET = "whsec_Y2FyZHdlbGwtc2FuZGJveC13ZWJob29rLXNlY3JldCE=";

const WEBHOOK_RETRY_MS = 1000;

export type SandboxConfig = {
  apiKey: string;
  currency: string;
  pageSize: number;
  /** How long the sandbox takes to prepare a report before it sends the link. */
  reportDelayMs: number;
  /** `retryMs` is the pause after the first failed attempt; each later one is twice as long. */
  webhook: { url: string; secret: string; retryMs: number };
};

export type SandboxSettings = SandboxConfig & { port: number; database: DatabaseLocation };

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(fallback);

const Environment = z.object({
  PORT: port(3000),
  DATA_DIR: z.string().min(1).default(".data"),
  SANDBOX_PORT: port(4010),
  SANDBOX_API_KEY: z.string().min(1).default(DEMO_API_KEY),
  SANDBOX_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SANDBOX_CURRENCY: z.string().refine(isCurrency).default("USD"),
  SANDBOX_PAGE_SIZE: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .default(50),
  SANDBOX_REPORT_DELAY_MS: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .default(1500),
  SANDBOX_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{20,}$/)
    .default(DEMO_WEBHOOK_SECRET),
});

const MEANING: Record<keyof z.infer<typeof Environment>, string> = {
  PORT: "a port number, such as 3000",
  DATA_DIR: "a folder",
  SANDBOX_PORT: "a port number, such as 4010",
  SANDBOX_API_KEY: "the key that callers must send",
  SANDBOX_DATABASE_URL: "a PostgreSQL URL, such as postgres://user:password@host:5432/name",
  SANDBOX_CURRENCY: "an ISO 4217 code, such as USD",
  SANDBOX_PAGE_SIZE: "a number from 1 to 9999",
  SANDBOX_REPORT_DELAY_MS: "milliseconds, such as 1500",
  SANDBOX_WEBHOOK_URL: "an http or https URL",
  SANDBOX_WEBHOOK_SECRET: "a Standard Webhooks secret, whsec_ and base64",
};

export class SettingError extends Error {
  override name = "SettingError";
}

/** Reads the sandbox's settings; throws one sentence that names the first bad one. */
export function readSettings(environment: NodeJS.ProcessEnv): SandboxSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof MEANING;
    throw new SettingError(`The setting ${name} must be ${MEANING[name]}.`);
  }
  const settings = parsed.data;
  return {
    apiKey: settings.SANDBOX_API_KEY,
    currency: settings.SANDBOX_CURRENCY,
    pageSize: settings.SANDBOX_PAGE_SIZE,
    reportDelayMs: settings.SANDBOX_REPORT_DELAY_MS,
    webhook: {
      url: settings.SANDBOX_WEBHOOK_URL ?? `http://localhost:${settings.PORT}/api/webhooks/issuer`,
      secret: settings.SANDBOX_WEBHOOK_SECRET,
      retryMs: WEBHOOK_RETRY_MS,
    },
    port: settings.SANDBOX_PORT,
    database: settings.SANDBOX_DATABASE_URL
      ? { url: settings.SANDBOX_DATABASE_URL }
      : { folder: join(settings.DATA_DIR, "sandbox") },
  };
}
