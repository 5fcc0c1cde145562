import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/sandbox-defaults";
import {
  numberSetting,
  optionalNumberSetting,
  POSTGRES_URL,
  portSetting,
  readEnvironment,
  SettingError,
  urlSetting,
  WEBHOOK_SECRET,
} from "@/lib/domain/settings";
import type { DatabaseLocation } from "@/lib/postgres/open-database";

const DEFAULT_REPORT_MAX_BYTES = 1_073_741_824;

const Environment = z.object({
  PORT: portSetting(3000),
  DATA_DIR: z.string().default(".data").describe("a folder"),
  DATABASE_URL: POSTGRES_URL.optional(),
  CARD_API_URL: urlSetting(/^https?$/, "https://issuer.example").optional(),
  CARD_API_KEY: z.string().optional().describe("the issuer's secret key"),
  CARD_API_TIMEOUT_MS: numberSetting({ min: 100, max: 120_000, fallback: 10_000 }),
  NEXTAUTH_URL: urlSetting(/^https?$/, "https://cards.example").optional(),
  NEXTAUTH_SECRET: z.string().min(32).optional().describe("a random text of at least 32 characters"),
  WEBHOOK_SECRET: z
    .string()
    .refine((text) => text.split(/\s+/).every((secret) => WEBHOOK_SECRET.safeParse(secret).success))
    .optional()
    .describe("one or more Standard Webhooks secrets (whsec_ and base64), separated by spaces"),
  WEBHOOK_TOKEN: z.string().min(16).optional().describe("a shared secret of at least 16 characters"),
  REPORT_LINK_HOSTS: z.string().optional().describe("hosts separated by commas"),
  REPORT_MAX_BYTES: numberSetting({ min: 1024, max: 1_099_511_627_776, fallback: DEFAULT_REPORT_MAX_BYTES }),
  INDEX_CALLS_PER_SECOND: optionalNumberSetting({ min: 1, max: 1_000 }),
  SANDBOX_PORT: portSetting(4010),
  SANDBOX_API_KEY: z.string().default(DEMO_API_KEY).describe("the sandbox's key"),
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"])
    .default("info")
    .describe("silent, fatal, error, warn, info, debug or trace"),
  TRUST_PROXY: numberSetting({ min: 0, max: 10, fallback: 0 }),
});

export type Env = {
  mode: "sandbox" | "live";
  /** The address people open in the browser. */
  publicUrl: URL;
  database: DatabaseLocation;
  dataDir: string;
  issuer: { url: string; key: string; timeoutMs: number };
  authSecret: string;
  webhook: { secrets: string[]; token: string | null };
  reports: { hosts: string[]; maxBytes: number };
  /** How many calls a second the card index may make while it fills; a twentieth of that afterwards. */
  indexCallsPerSecond: number;
  logLevel: string;
  /** How many proxies in front of us add to `x-forwarded-for`. */
  trustedProxies: number;
};

/** Reads and checks all settings; throws one sentence that names the first bad one. */
export function readEnv(environment: NodeJS.ProcessEnv): Env {
  const settings = readEnvironment(Environment, environment);
  const isLive = settings.CARD_API_URL !== undefined;
  if (isLive) requireForLive(settings, ["CARD_API_KEY", "NEXTAUTH_URL", "NEXTAUTH_SECRET"]);
  if (isLive && !settings.WEBHOOK_SECRET && !settings.WEBHOOK_TOKEN) {
    throw new SettingError(
      "The setting WEBHOOK_SECRET (or WEBHOOK_TOKEN) must be set when CARD_API_URL is set.",
    );
  }
  if (!isLive && settings.CARD_API_KEY)
    throw new SettingError("The setting CARD_API_URL must be set when CARD_API_KEY is set.");
  const issuerUrl = settings.CARD_API_URL ?? `http://localhost:${settings.SANDBOX_PORT}`;
  return {
    mode: isLive ? "live" : "sandbox",
    publicUrl: new URL(settings.NEXTAUTH_URL ?? `http://localhost:${settings.PORT}`),
    database: settings.DATABASE_URL
      ? { url: settings.DATABASE_URL }
      : { folder: join(settings.DATA_DIR, "dashboard") },
    dataDir: settings.DATA_DIR,
    issuer: {
      url: issuerUrl.replace(/\/+$/, ""),
      key: settings.CARD_API_KEY ?? settings.SANDBOX_API_KEY,
      timeoutMs: settings.CARD_API_TIMEOUT_MS,
    },
    authSecret: settings.NEXTAUTH_SECRET ?? keptSecret(settings.DATA_DIR),
    webhook: {
      secrets: settings.WEBHOOK_SECRET?.split(/\s+/) ?? (isLive ? [] : [DEMO_WEBHOOK_SECRET]),
      token: settings.WEBHOOK_TOKEN ?? null,
    },
    reports: {
      hosts: settings.REPORT_LINK_HOSTS?.split(",").map((host) => host.trim()) ?? [new URL(issuerUrl).host],
      maxBytes: settings.REPORT_MAX_BYTES,
    },
    indexCallsPerSecond: settings.INDEX_CALLS_PER_SECOND ?? (isLive ? 20 : 50),
    logLevel: settings.LOG_LEVEL,
    trustedProxies: settings.TRUST_PROXY,
  };
}

const shared = globalThis as typeof globalThis & { cardwellEnv?: Env };

export function env(): Env {
  shared.cardwellEnv ??= readEnv(process.env);
  return shared.cardwellEnv;
}

/** A key for one purpose, made from the one secret. */
export function derivedKey(purpose: string): Buffer {
  return createHash("sha256").update(`${purpose}:${env().authSecret}`).digest();
}

function requireForLive(
  settings: z.infer<typeof Environment>,
  names: (keyof z.infer<typeof Environment>)[],
): void {
  const missing = names.find((name) => settings[name] === undefined);
  if (missing) throw new SettingError(`The setting ${missing} must be set when CARD_API_URL is set.`);
}

/** On the sandbox nobody has to think of a secret: a random one is made once and kept beside the data. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}
