import { createHmac } from "node:crypto";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/card-secrets";

const FEWEST_DIGITS = 13;
const MOST_DIGITS = 19;
const DEEPEST_LEVEL = 32;
const SHORTEST_KEY = 8;
const MARK_CHARACTERS = 10;

/** Names under which an issuer might send what no dashboard may see, without case and separators. */
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
 * What an issuer's answer may become before anyone reads it: a full card number is cut to its last four
 * digits wherever it stands, fields that name a secret are dropped, and our own key is never echoed.
 */
export function stripSecrets(answer: unknown, key: string): unknown {
  return stripValue(answer, "", { level: 0, key });
}

/**
 * A customer's id, which keeps customers apart: what is masked of it is replaced by a mark that only this id gets. The
 * mark is made with a key, or the number could be found by trying all that end in its last four digits.
 */
export function stripCustomerId(id: string, key: string): string {
  const text = withoutKey(id, key);
  const masked = maskCardSecretsInId(text);
  if (masked === text) return text;
  const mark = createHmac("sha256", key).update(`customer id\n${text}`).digest("hex");
  return `${masked}~${mark.slice(0, MARK_CHARACTERS)}`;
}

type Place = { level: number; key: string };

function stripValue(value: unknown, name: string, { level, key }: Place): unknown {
  const stripText = (text: string) => maskCardSecrets(withoutKey(text, key));
  if (typeof value === "string")
    return name === "externalCustomerId" ? stripCustomerId(value, key) : stripText(value);
  if (typeof value === "number") return stripNumber(value);
  if (typeof value !== "object" || value === null) return value;
  // No answer of the contract is nested like this: what lies deeper is dropped, unread.
  if (level >= DEEPEST_LEVEL) return null;
  if (Array.isArray(value)) return value.map((item) => stripValue(item, "", { level: level + 1, key }));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([inner]) => !isSecretField(inner))
      .map(([inner, item]) => [stripText(inner), stripValue(item, inner, { level: level + 1, key })]),
  );
}

function stripNumber(value: number): number | string {
  if (!Number.isInteger(value)) return value;
  const magnitude = Math.abs(value);
  if (magnitude < 10 ** (FEWEST_DIGITS - 1) || magnitude >= 10 ** MOST_DIGITS) return value;
  // Its last digits were already lost in reading it as a number, so no check digit can clear it.
  if (!Number.isSafeInteger(value)) return "••••";
  const digits = String(magnitude);
  const stripped = maskCardSecrets(digits);
  return stripped === digits ? value : stripped;
}

function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

function withoutKey(text: string, key: string): string {
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, "[redacted]");
}
