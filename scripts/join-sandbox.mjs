import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "./user-error.mjs";

const TIMEOUT_MS = 30_000;

/**
 * Uses a sandbox that runs already (SANDBOX_URL), in the world of its key: tells it where this dashboard receives events.
 * A restored copy leaves the events to the one that its backup is of, until an admin activates it.
 * @param {Pick<import("./settings.ts").Settings, "sandboxUrl" | "sandboxApiKey" | "webhookUrl" | "dashboardUrl">} settings
 * @param {string | undefined} webhookSecret the first of WEBHOOK_SECRET; the sandbox's own by default
 */
export async function joinSandbox({ sandboxUrl, sandboxApiKey, webhookUrl, dashboardUrl }, webhookSecret) {
  if (await isRestoredCopy(dashboardUrl)) return;
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

/** @param {string} dashboardUrl */
async function isRestoredCopy(dashboardUrl) {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(200)) {
    const response = await fetch(`${dashboardUrl}/api/health/ready`).catch(() => null);
    if (response?.ok) return (await response.json()).isRestoredCopy === true;
  }
  throw new UserError(`The dashboard at ${dashboardUrl} didn't become ready.`);
}
