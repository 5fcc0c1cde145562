import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "./user-error.mjs";

const TIMEOUT_MS = 30_000;

/**
 * Uses a sandbox that runs already (SANDBOX_URL), in the world of its key: tells it where this dashboard receives events.
 * @param {Pick<import("./settings.ts").Settings, "sandboxUrl" | "sandboxApiKey" | "webhookUrl">} settings
 * @param {string | undefined} webhookSecret the first of WEBHOOK_SECRET; the sandbox's own by default
 */
export async function joinSandbox({ sandboxUrl, sandboxApiKey, webhookUrl }, webhookSecret) {
  const body = JSON.stringify({ url: webhookUrl, ...(webhookSecret && { secret: webhookSecret }) });
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(200)) {
    const response = await fetch(`${sandboxUrl}/sandbox/webhook`, {
      method: "PUT",
      headers: { "x-payments-api-key": sandboxApiKey },
      body,
    }).catch(() => null);
    if (response?.ok) return;
    if (response)
      throw new UserError(
        `The sandbox at ${sandboxUrl} refused this dashboard (${response.status}). Check SANDBOX_URL and SANDBOX_API_KEY.`,
      );
  }
  throw new UserError(`There is no sandbox at ${sandboxUrl}. Check SANDBOX_URL.`);
}
