import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { WebhookVerdict } from "@/lib/domain/webhook-delivery";

export type WebhookTrust = { secrets: readonly string[]; token: string | null };

export type Judged = {
  verdict: WebhookVerdict;
  reason: string;
  /** Only a signature covers the id that came with a delivery. */
  provesId?: true;
};

const ACCEPTED_BY_SIGNATURE: Judged = {
  verdict: "accepted",
  reason: "The signature is valid.",
  provesId: true,
};
const ACCEPTED_BY_TOKEN: Judged = { verdict: "accepted", reason: "The shared secret is valid." };

const UNSIGNED: Judged = {
  verdict: "unsigned",
  reason: "The delivery has no signature and no shared secret.",
};
const WRONG_SECRET: Judged = {
  verdict: "wrong-secret",
  reason: "The signature doesn’t match any configured secret.",
};
const WRONG_TOKEN: Judged = { verdict: "wrong-secret", reason: "The shared secret is wrong." };
const ALTERED: Judged = {
  verdict: "altered",
  reason: "The body doesn’t match its signature: it was changed after signing.",
};

const BY_MESSAGE: Record<string, Judged> = {
  "Message timestamp too old": {
    verdict: "too-old",
    reason: "Signed more than 5 minutes ago, so it may be a replay.",
  },
  "Message timestamp too new": {
    verdict: "too-new",
    reason: "Signed more than 5 minutes in the future: one of the clocks is wrong.",
  },
};

export const TOO_LARGE: Judged = {
  verdict: "too-large",
  reason: "The body is too large for an issuer event, so it wasn’t read.",
};

/**
 * Whether a delivery proves itself, and if not, why. A signature, where there is one, decides alone; the shared
 * secret is for issuers that offer none. Never neither.
 */
export function judgeWebhook(
  headers: Headers,
  body: string,
  trust: WebhookTrust,
  /** The body that came before under the same id. */
  earlierBody: string | null = null,
): Judged {
  if (headers.has("webhook-signature")) return judgeSignature(headers, body, trust.secrets, earlierBody);
  const token = tokenOf(headers);
  if (token === null) return UNSIGNED;
  return trust.token !== null && isSame(token, trust.token) ? ACCEPTED_BY_TOKEN : WRONG_TOKEN;
}

function judgeSignature(
  headers: Headers,
  body: string,
  secrets: readonly string[],
  earlierBody: string | null,
): Judged {
  const signed = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headers.get(name) ?? ""]),
  );
  let refusal: Judged = WRONG_SECRET;
  for (const secret of secrets) {
    const message = verify(secret, body, signed);
    if (message === null) return ACCEPTED_BY_SIGNATURE;
    if (message === "Missing required headers") return UNSIGNED;
    // The library looks at the time first: whoever has no secret could choose to be "too old".
    if (BY_MESSAGE[message] && isSigned(secret, body, signed)) refusal = BY_MESSAGE[message];
  }
  if (refusal.verdict !== "wrong-secret") return refusal;
  const originals = [body.trim(), compact(body), earlierBody].filter(
    (text): text is string => text !== null && text !== body,
  );
  const wasAltered = originals.some((text) =>
    secrets.some((secret) => verify(secret, text, signed) === null),
  );
  return wasAltered ? ALTERED : WRONG_SECRET;
}

/** Null when it holds, else what the library says. */
function verify(secret: string, body: string, headers: Record<string, string>): string | null {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

/** Whatever the time that it was signed at. */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const at = new Date(Number.parseInt(headers["webhook-timestamp"] ?? "", 10) * 1000);
  const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body);
  return (headers["webhook-signature"] ?? "").split(" ").some((given) => isSame(given, expected));
}

/** Proxies that read JSON write it again in a shape of their own: then at least that can be said. */
function compact(body: string): string | null {
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

/** In constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
