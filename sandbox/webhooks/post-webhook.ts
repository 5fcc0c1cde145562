import { Webhook } from "standardwebhooks";
import type { Attempt } from "@/sandbox/store/records";

const TIMEOUT_MS = 10_000;

/** The Standard Webhooks headers. */
export function signedHeaders(
  secret: string,
  id: string,
  body: string,
  at = new Date(),
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}

export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Attempt> {
  const startedAt = new Date();
  const toAttempt = (status: number | null, error: string | null): Attempt => ({
    at: startedAt.toISOString(),
    status,
    error,
    durationMs: Date.now() - startedAt.getTime(),
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return toAttempt(response.status, null);
  } catch (error) {
    return toAttempt(null, errorMessage(error));
  }
}

function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
