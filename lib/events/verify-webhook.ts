import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { WebhookVerdict } from "@/lib/domain/webhook-delivery";

export type WebhookTrust = { secrets: readonly string[]; token: string | null };

export type WebhookCheck = {
  verdict: WebhookVerdict;
  reason: string;
  /** Only a signature covers the delivery's ID. */
  isIdSigned?: true;
};

const ACCEPTED_BY_SIGNATURE: WebhookCheck = {
  verdict: "accepted",
  reason: "The signature is valid.",
  isIdSigned: true,
};
const ACCEPTED_BY_TOKEN: WebhookCheck = { verdict: "accepted", reason: "The shared secret is valid." };

const UNSIGNED: WebhookCheck = {
  verdict: "unsigned",
  reason: "The delivery has no signature and no shared secret.",
};
const WRONG_SECRET: WebhookCheck = {
  verdict: "wrong-secret",
  reason: "The signature doesn’t match any configured secret.",
};
const WRONG_TOKEN: WebhookCheck = { verdict: "wrong-secret", reason: "The shared secret is wrong." };
const ALTERED: WebhookCheck = {
  verdict: "altered",
  reason: "The body doesn’t match its signature: it was changed after signing.",
};

const CHECK_BY_MESSAGE: Record<string, WebhookCheck> = {
  "Message timestamp too old": {
    verdict: "too-old",
    reason: "Signed more than 5 minutes ago, so it may be a replay.",
  },
  "Message timestamp too new": {
    verdict: "too-new",
    reason: "Signed more than 5 minutes in the future: one of the clocks is wrong.",
  },
};

export const TOO_LARGE: WebhookCheck = {
  verdict: "too-large",
  reason: "The body is too large for an issuer event, so it wasn’t read.",
};

/**
 * Verifies a delivery by its signature, or by the shared secret if the issuer doesn't sign. A delivery with neither is
 * never accepted.
 */
export function verifyWebhook(
  headers: Headers,
  body: string,
  trust: WebhookTrust,
  /** The body of the accepted delivery with the same ID. */
  previousBody: string | null = null,
): WebhookCheck {
  if (headers.has("webhook-signature")) return verifySignature(headers, body, trust.secrets, previousBody);
  const token = tokenOf(headers);
  if (token === null) return UNSIGNED;
  return trust.token !== null && isEqual(token, trust.token) ? ACCEPTED_BY_TOKEN : WRONG_TOKEN;
}

function verifySignature(
  headers: Headers,
  body: string,
  secrets: readonly string[],
  previousBody: string | null,
): WebhookCheck {
  const signed = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headers.get(name) ?? ""]),
  );
  let failure: WebhookCheck = WRONG_SECRET;
  for (const secret of secrets) {
    const message = verify(secret, body, signed);
    if (message === null) return ACCEPTED_BY_SIGNATURE;
    if (message === "Missing required headers") return UNSIGNED;
    // The library checks the timestamp first, so "too old" is reported only if the signature itself is valid.
    if (CHECK_BY_MESSAGE[message] && isSigned(secret, body, signed)) failure = CHECK_BY_MESSAGE[message];
  }
  if (failure.verdict !== "wrong-secret") return failure;
  const originals = [body.trim(), compactJson(body), previousBody].filter(
    (text): text is string => text !== null && text !== body,
  );
  const isAltered = originals.some((text) => secrets.some((secret) => verify(secret, text, signed) === null));
  return isAltered ? ALTERED : WRONG_SECRET;
}

/** Returns null if the signature is valid, otherwise the library's message. */
function verify(secret: string, body: string, headers: Record<string, string>): string | null {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

/** Ignores the timestamp's age. */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const at = new Date(Number.parseInt(headers["webhook-timestamp"] ?? "", 10) * 1000);
  const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body);
  return (headers["webhook-signature"] ?? "").split(" ").some((actual) => isEqual(actual, expected));
}

/** Detects a proxy that reformatted the JSON. */
function compactJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}

function tokenOf(headers: Headers): string | null {
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return headers.get("x-webhook-token") ?? bearer ?? null;
}

/** Compares in constant time, even for different lengths. */
function isEqual(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
