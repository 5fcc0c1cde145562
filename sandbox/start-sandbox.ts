import { readSettings } from "./config";
import type { RunningSandbox, StartOptions } from "./package/index";
import { serveSandbox } from "./serve";

/** The package's own API (package/index.d.ts). */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const { host, hosts, port, folder, warnings, ...config } = readSettings(toSettings(options));
  const { url, worlds, close } = await serveSandbox({
    config,
    host,
    hosts,
    port: options.port ?? 0,
    folder: options.data === undefined ? null : folder,
    ...(options.scenario && { scenario: options.scenario }),
    ...(options.seed !== undefined && { seed: options.seed }),
  });
  return { url, key: config.apiKey, keyOf: worlds.keys.keyOf, stop: close };
}

function toSettings(options: StartOptions): Record<string, string> {
  const settings = {
    HOST: options.host,
    SANDBOX_HOSTS: options.hosts?.join(),
    DATA_DIR: options.data,
    SANDBOX_API_KEY: options.key,
    SANDBOX_WEBHOOK_URL: options.webhookUrl,
    SANDBOX_WEBHOOK_SECRET: options.webhookSecret,
    SANDBOX_PAGE_SIZE: options.pageSize,
    SANDBOX_REPORT_DELAY_MS: options.reportDelayMs,
    SANDBOX_CURRENCY: options.currency,
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
