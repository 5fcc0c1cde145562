import { createHmac } from "node:crypto";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const MAX_DEPTH = 32;
const MIN_KEY_LENGTH = 8;
const TOKEN_LENGTH = 10;

/** Names of fields that may contain card secrets, in lower case without separators. */
const SECRET_FIELDS = new Set([
  "cvv",
  "cvv2",
  "cvc",
  "cvc2",
  "securitycode",
  "cardsecuritycode",
  "pan",
  "cardpan",
  "fullpan",
  "cardnumber",
  "fullcardnumber",
  "primaryaccountnumber",
]);

/**
 * Removes secrets from a response before any other code reads it: card numbers are masked to their last four digits,
 * fields that contain a secret are dropped, and our own key is redacted.
 */
export function stripSecrets(
  response: unknown,
  key: string,
  onSecretField: (name: string) => void = () => undefined,
): unknown {
  return stripValue(response, "", { depth: 0, key, onSecretField });
}

/**
 * Masks card numbers in a customer ID and adds a token, so that different IDs stay different. The token is an HMAC,
 * because a plain hash could be reversed by trying all numbers with these last four digits.
 */
export function stripCustomerId(id: string, key: string): string {
  const text = redactKey(id, key);
  const masked = maskCardSecretsInId(text);
  if (masked === text) return text;
  const token = createHmac("sha256", key).update(`customer id\n${text}`).digest("hex");
  return `${masked}~${token.slice(0, TOKEN_LENGTH)}`;
}

type Context = { depth: number; key: string; onSecretField(name: string): void };

function stripValue(value: unknown, name: string, context: Context): unknown {
  const { depth, key, onSecretField } = context;
  const inner = { ...context, depth: depth + 1 };
  const stripText = (text: string) => maskCardSecrets(redactKey(text, key));
  if (typeof value === "string")
    return name === "externalCustomerId" ? stripCustomerId(value, key) : stripText(value);
  if (typeof value === "number") return stripNumber(value);
  if (typeof value !== "object" || value === null) return value;
  // No response in the contract is nested this deeply, so anything deeper is dropped.
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => stripValue(item, "", inner));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([fieldName]) => {
        const isSecret = isSecretField(fieldName);
        if (isSecret) onSecretField(fieldName);
        return !isSecret;
      })
      .map(([fieldName, item]) => [stripText(fieldName), stripValue(item, fieldName, inner)]),
  );
}

function stripNumber(value: number): number | string {
  if (!Number.isInteger(value)) return value;
  const magnitude = Math.abs(value);
  if (magnitude < 10 ** (MIN_DIGITS - 1) || magnitude >= 10 ** MAX_DIGITS) return value;
  // Its last digits were lost when it was parsed as a number, so its check digit can't be verified.
  if (!Number.isSafeInteger(value)) return "••••";
  const digits = String(magnitude);
  const stripped = maskCardSecrets(digits);
  return stripped === digits ? value : stripped;
}

function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

function redactKey(text: string, key: string): string {
  return key.length < MIN_KEY_LENGTH ? text : text.replaceAll(key, "[redacted]");
}
