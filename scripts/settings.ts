import { resolve } from "node:path";
import { readDashboardSettings } from "@/lib/domain/dashboard-settings";
import { hostForClients, isLoopbackHost, isWildcardHost } from "@/lib/domain/loopback";
import { type Environment, SettingError } from "@/lib/domain/settings";
import { readSettings as readSandboxSettings } from "@/sandbox/config";

export type Mode = "production" | "dev" | "sandbox";

/** What the launcher itself needs to know. */
export type Settings = {
  port: number;
  /** Where the dashboard listens; null for every address of the machine. */
  host: string | null;
  /** How this machine reaches it. */
  dashboardUrl: string;
  sandboxPort: number;
  sandboxHost: string;
  sandboxUrl: string;
  /** Where the sandbox sends its events. */
  webhookUrl: string;
  /** Who can reach what people open, in words. */
  listensOn: string;
  sandboxApiKey: string;
  /** Absolute. */
  dataDir: string;
  /** Null when the sandbox is the issuer. */
  liveIssuerUrl: string | null;
  /** Null: readable in a terminal, JSON everywhere else. */
  logFormat: "json" | "pretty" | null;
};

const LOOPBACK = "127.0.0.1";
const EVERYWHERE = "0.0.0.0";

/**
 * Checks the settings of all programs that are about to start, by their own rules: everything that is wrong is told at
 * once, and before a build. Relative folders start at the root.
 */
export function readSettings(
  env: Environment,
  { root, mode }: { root: string; mode: Mode },
): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
  const problems = new Set<string>();
  const dashboard = mode === "sandbox" ? null : attempt(() => readDashboardSettings(env), problems);
  const isLive = mode !== "sandbox" && Boolean(env.CARD_API_URL);
  const sandbox = isLive ? null : attempt(() => readSandboxSettings(env), problems);
  if (dashboard && sandbox && dashboard.PORT === sandbox.port)
    problems.add(`The settings PORT and SANDBOX_PORT must be different; both are ${sandbox.port}.`);
  if (problems.size > 0) return { ok: false, problems: [...problems] };
  const port = dashboard?.PORT ?? 0;
  const host = dashboard?.HOST ?? (isLive ? null : LOOPBACK);
  const sandboxPort = sandbox?.port ?? 0;
  const sandboxHost = hostOfSandbox(sandbox?.host ?? LOOPBACK, mode);
  const dashboardUrl = `http://${hostForClients(host ?? EVERYWHERE)}:${port}`;
  const isReceiverHere = dashboard !== null && !env.SANDBOX_WEBHOOK_URL;
  return {
    ok: true,
    settings: {
      port,
      host,
      dashboardUrl,
      sandboxPort,
      sandboxHost,
      sandboxUrl: `http://${hostForClients(sandboxHost)}:${sandboxPort}`,
      webhookUrl: isReceiverHere ? `${dashboardUrl}/api/webhooks/issuer` : (sandbox?.webhook.url ?? ""),
      listensOn: listensOn(mode === "sandbox" ? sandboxHost : (host ?? EVERYWHERE)),
      sandboxApiKey: sandbox?.apiKey ?? "",
      dataDir: resolve(root, env.DATA_DIR || ".data"),
      liveIssuerUrl: dashboard?.CARD_API_URL ?? null,
      logFormat: dashboard?.LOG_FORMAT ?? null,
    },
  };
}

function listensOn(host: string): string {
  if (isWildcardHost(host)) return "all network interfaces";
  return isLoopbackHost(host)
    ? `${host}, this machine only (set HOST=0.0.0.0 to allow other machines)`
    : host;
}

/** Beside a dashboard the sandbox answers on localhost in any case: that is where the dashboard looks for it. */
function hostOfSandbox(host: string, mode: Mode): string {
  return mode === "sandbox" || isWildcardHost(host) ? host : LOOPBACK;
}

function attempt<T>(read: () => T, problems: Set<string>): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    for (const problem of error.problems) problems.add(problem);
    return null;
  }
}
