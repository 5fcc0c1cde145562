import { resolve } from "node:path";
import { readDashboardSettings } from "@/lib/domain/settings/dashboard-settings";
import { hostForClients, isLoopbackHost, isWildcardHost } from "@/lib/domain/settings/loopback";
import { type Environment, SettingError } from "@/lib/domain/settings/settings";
import { readSettings as readSandboxSettings } from "@/sandbox/config";

export type Mode = "production" | "dev" | "sandbox";

/** The settings that the start script needs. */
export type Settings = {
  port: number;
  /** Where the dashboard listens; null for all interfaces. */
  host: string | null;
  /** The dashboard's URL from this machine. */
  dashboardUrl: string;
  sandboxPort: number;
  sandboxHost: string;
  sandboxUrl: string;
  /** False when the issuer is live, or a sandbox that runs already. */
  startsSandbox: boolean;
  /** Where the sandbox sends its events. */
  webhookUrl: string;
  /** Shown in the banner. */
  listensOn: string;
  sandboxApiKey: string;
  /** Absolute. */
  dataDir: string;
  /** Null when the sandbox is the issuer. */
  liveIssuerUrl: string | null;
  /** Null means readable in a terminal and JSON everywhere else. */
  logFormat: "json" | "pretty" | null;
};

const LOOPBACK = "127.0.0.1";
const ALL_INTERFACES = "0.0.0.0";

/**
 * Checks the settings of all programs that are about to start, by their own rules, so that all problems are reported
 * at once and before a build. Relative folders start at `root`.
 */
export function readSettings(
  env: Environment,
  { root, mode }: { root: string; mode: Mode },
): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
  const problems = new Set<string>();
  const dashboard = mode === "sandbox" ? null : collectProblems(() => readDashboardSettings(env), problems);
  const isLive = mode !== "sandbox" && Boolean(env.CARD_API_URL);
  const sandbox = isLive ? null : collectProblems(() => readSandboxSettings(env), problems);
  if (dashboard && sandbox && dashboard.PORT === sandbox.port)
    problems.add(`The settings PORT and SANDBOX_PORT must be different; both are ${sandbox.port}.`);
  if (problems.size > 0) return { ok: false, problems: [...problems] };
  const port = dashboard?.PORT ?? 0;
  const host = dashboard?.HOST ?? (isLive ? null : LOOPBACK);
  const sandboxPort = sandbox?.port ?? 0;
  const joinedUrl = dashboard?.SANDBOX_URL?.replace(/\/$/, "");
  const sandboxHost = sandboxHostFor(sandbox?.host ?? LOOPBACK, mode);
  const dashboardUrl = `http://${hostForClients(host ?? ALL_INTERFACES)}:${port}`;
  const isLocalReceiver = dashboard !== null && !env.SANDBOX_WEBHOOK_URL;
  return {
    ok: true,
    settings: {
      port,
      host,
      dashboardUrl,
      sandboxPort,
      sandboxHost,
      sandboxUrl: joinedUrl ?? `http://${hostForClients(sandboxHost)}:${sandboxPort}`,
      startsSandbox: !isLive && joinedUrl === undefined,
      webhookUrl: isLocalReceiver ? `${dashboardUrl}/api/webhooks/issuer` : (sandbox?.webhook.url ?? ""),
      listensOn: listensOn(mode === "sandbox" ? sandboxHost : (host ?? ALL_INTERFACES)),
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

/** Next to a dashboard the sandbox always listens on localhost, where the dashboard expects it. */
function sandboxHostFor(host: string, mode: Mode): string {
  return mode === "sandbox" || isWildcardHost(host) ? host : LOOPBACK;
}

function collectProblems<T>(read: () => T, problems: Set<string>): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    for (const problem of error.problems) problems.add(problem);
    return null;
  }
}
