import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import {
  HOST,
  numberSetting,
  POSTGRES_URL,
  portSetting,
  readEnvironment,
  urlSetting,
  WEBHOOK_SECRET,
} from "@/lib/domain/settings/settings";
import { RATES_TO_DOLLAR } from "./domain/pricing";

const WEBHOOK_RETRY_MS = 1000;

export type SandboxConfig = {
  apiKey: string;
  currency: string;
  pageSize: number;
  /** How long the sandbox takes to prepare a report before it sends the link. */
  reportDelayMs: number;
  /** `retryMs` is the delay after the first failed attempt; it doubles with each further attempt. */
  webhook: { url: string; secret: string; retryMs: number };
};

export type SandboxSettings = SandboxConfig & {
  host: string;
  /** Names under which it is asked, besides its address, localhost, and private names. */
  hosts: string[];
  port: number;
  /** Where the worlds are kept. */
  folder: string;
  warnings: string[];
};

export const SandboxEnvironment = z.object({
  PORT: portSetting(3000),
  HOST: HOST.default("127.0.0.1"),
  DATA_DIR: z.string().default(".data").describe("a folder"),
  SANDBOX_PORT: portSetting(4010),
  SANDBOX_API_KEY: z.string().default(DEMO_API_KEY).describe("the key that callers must send"),
  SANDBOX_HOSTS: z.string().default("").describe("a comma-separated list of hosts"),
  SANDBOX_DATABASE_URL: POSTGRES_URL.optional(),
  SANDBOX_CURRENCY: z
    .string()
    .refine((code) => Object.hasOwn(RATES_TO_DOLLAR, code))
    .default("USD")
    .describe(`one of ${Object.keys(RATES_TO_DOLLAR).join(", ")}`),
  SANDBOX_PAGE_SIZE: numberSetting({ min: 1, max: 1000, fallback: 50 }),
  SANDBOX_REPORT_DELAY_MS: numberSetting({ min: 0, max: 600_000, fallback: 1500 }),
  SANDBOX_WEBHOOK_URL: urlSetting(/^https?$/, "http://localhost:3000/api/webhooks/issuer").optional(),
  SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET.refine(canSign).default(DEMO_WEBHOOK_SECRET),
});

/** The pattern alone accepts text that isn't valid Base64. */
export function canSign(secret: string): boolean {
  try {
    return new Webhook(secret).sign("", new Date(0), "") !== "";
  } catch {
    return false;
  }
}

/** Throws one error with a sentence for each invalid setting. */
export function readSettings(environment: Record<string, string | undefined>): SandboxSettings {
  const settings = readEnvironment(SandboxEnvironment, environment);
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
    host: settings.HOST,
    hosts: settings.SANDBOX_HOSTS.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    port: settings.SANDBOX_PORT,
    folder: join(settings.DATA_DIR, "worlds"),
    warnings: settings.SANDBOX_DATABASE_URL
      ? ["SANDBOX_DATABASE_URL is no longer used: the sandbox keeps its worlds in DATA_DIR."]
      : [],
  };
}
