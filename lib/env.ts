import "server-only";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DashboardSettings, readDashboardSettings } from "@/lib/domain/settings/dashboard-settings";
import { type SmtpServer, type SmtpTls, smtpTls } from "@/lib/domain/settings/mail-settings";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { readSingleSignOn, type SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import type { DatabaseLocation } from "@/lib/postgres/database";
import { processWide } from "@/lib/process-wide";

export type SmtpSettings = SmtpServer & { tls: SmtpTls; caFile: string | null; from: string };

/** How mail is sent: not at all, to the sandbox's outbox, or to a server. */
export type MailSettings = { to: "nobody" } | { to: "outbox" } | ({ to: "smtp" } & SmtpSettings);

/** Data that is deleted after a configurable time. */
export type RetainedData =
  | "operations"
  | "deliveries"
  | "rejectedDeliveries"
  | "drafts"
  | "bulkRows"
  | "notifications"
  | "notes"
  | "reports";

export type Env = {
  mode: "sandbox" | "live";
  /** The URL that people open in the browser. */
  publicUrl: URL;
  database: DatabaseLocation;
  dataDir: string;
  /** How large the database may grow, for the alert before that; null if nobody said so. */
  databaseMaxBytes: number | null;
  issuer: { url: string; key: string; timeoutMs: number };
  authSecret: string;
  /** Secrets from before a rotation; they are used only to decrypt and verify. */
  previousSecrets: string[];
  webhook: { secrets: string[]; token: string | null };
  reports: { hosts: string[]; maxBytes: number };
  /** Hosts that alerts may be sent to, although they have private addresses or use plain HTTP. */
  alertHosts: string[];
  /** 0 keeps the data forever. */
  retentionDays: Record<RetainedData, number>;
  /** The card index's rate limit while it is filling; afterward it uses a twentieth of it. */
  indexCallsPerSecond: number;
  /** How many cards a run changes per second. */
  bulkCardsPerSecond: number;
  mail: MailSettings;
  singleSignOn: SingleSignOn | null;
  /** The only person who may use a password; null if everyone may. */
  breakGlassEmail: string | null;
  logLevel: string;
  /** The default is "pretty" in a terminal and "json" everywhere else. */
  logFormat: "json" | "pretty";
  /** The number of proxies in front of the dashboard that append to `x-forwarded-for`. */
  trustedProxies: number;
  /** How many sessions a person can have at the same time. */
  sessionLimit: number;
  /** A `mailto:` or `https:` URL for people who find a vulnerability. */
  securityContact: string | null;
  /** What a Prometheus server must send; null if there are no metrics. */
  metricsToken: string | null;
  /** Where traces are sent; null if there are none. */
  otlpEndpoint: string | null;
};

/** Reads and validates all settings; throws an error with one sentence per invalid setting. */
export function readEnv(environment: NodeJS.ProcessEnv): Env {
  const settings = readDashboardSettings(environment);
  const isLive = settings.CARD_API_URL !== undefined;
  const issuerUrl =
    settings.CARD_API_URL ?? settings.SANDBOX_URL ?? `http://localhost:${settings.SANDBOX_PORT}`;
  return {
    mode: isLive ? "live" : "sandbox",
    publicUrl: new URL(settings.NEXTAUTH_URL ?? `http://localhost:${settings.PORT}`),
    database: settings.DATABASE_URL
      ? { url: settings.DATABASE_URL }
      : { folder: join(settings.DATA_DIR, "dashboard") },
    dataDir: settings.DATA_DIR,
    databaseMaxBytes: settings.DATABASE_MAX_BYTES ?? null,
    issuer: {
      url: issuerUrl,
      key: settings.CARD_API_KEY ?? settings.SANDBOX_API_KEY,
      timeoutMs: settings.CARD_API_TIMEOUT_MS,
    },
    authSecret: settings.NEXTAUTH_SECRET ?? readOrCreateSecret(settings.DATA_DIR),
    previousSecrets: settings.NEXTAUTH_SECRET_PREVIOUS,
    webhook: {
      secrets: settings.WEBHOOK_SECRET ?? (isLive ? [] : [DEMO_WEBHOOK_SECRET]),
      token: settings.WEBHOOK_TOKEN ?? null,
    },
    reports: {
      hosts: settings.REPORT_LINK_HOSTS?.split(",").map((host) => host.trim()) ?? [new URL(issuerUrl).host],
      maxBytes: settings.REPORT_MAX_BYTES,
    },
    alertHosts: settings.ALERT_HOSTS?.split(",").map((host) => host.trim()) ?? [],
    retentionDays: {
      operations: settings.RETENTION_OPERATIONS_DAYS,
      deliveries: settings.RETENTION_DELIVERIES_DAYS,
      rejectedDeliveries: settings.RETENTION_REFUSED_DELIVERIES_DAYS,
      drafts: settings.RETENTION_DRAFTS_DAYS,
      bulkRows: settings.RETENTION_BULK_ROWS_DAYS,
      notifications: settings.RETENTION_NOTIFICATIONS_DAYS,
      notes: settings.RETENTION_NOTES_DAYS,
      reports: settings.RETENTION_REPORTS_DAYS,
    },
    bulkCardsPerSecond: settings.BULK_CARDS_PER_SECOND,
    indexCallsPerSecond: settings.INDEX_CALLS_PER_SECOND ?? (isLive ? 20 : 50),
    mail: readMailSettings(settings, isLive),
    singleSignOn: readSingleSignOn(settings),
    breakGlassEmail: settings.BREAK_GLASS_EMAIL ?? null,
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"),
    trustedProxies: settings.TRUST_PROXY,
    sessionLimit: settings.SESSION_LIMIT,
    securityContact: settings.SECURITY_CONTACT ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

function readMailSettings(settings: DashboardSettings, isLive: boolean): MailSettings {
  const { SMTP_URL, SMTP_CA_FILE, MAIL_FROM } = settings;
  if (!SMTP_URL || !MAIL_FROM) return { to: isLive ? "nobody" : "outbox" };
  const { host, port, login } = SMTP_URL;
  const tls = smtpTls(settings);
  return { to: "smtp", host, port, login, tls, caFile: SMTP_CA_FILE ?? null, from: MAIL_FROM };
}

const slot = processWide<Env>("env");

export function env(): Env {
  slot.current ??= readEnv(process.env);
  return slot.current;
}

/** Generates a random secret once and stores it with the data, so that the sandbox needs no configuration. */
function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}
