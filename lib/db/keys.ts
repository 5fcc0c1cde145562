import "server-only";
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

/** Each purpose has its own derived key. */
export type KeyPurpose = "data" | "session" | "fingerprint" | "device";

export type Key = { id: string; bytes: Buffer };

const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;

/** One key per secret; the current secret's key comes first. */
export function keysFor(purpose: KeyPurpose): [Key, ...Key[]] {
  const { authSecret, previousSecrets } = env();
  const toKey = (secret: string): Key => ({
    id: derive(secret, "key id", KEY_ID_BYTES).toString("hex"),
    bytes: derive(secret, purpose, KEY_BYTES),
  });
  return [toKey(authSecret), ...previousSecrets.filter((secret) => secret !== authSecret).map(toKey)];
}

export function sign(purpose: KeyPurpose, text: string): string {
  return hmac(keysFor(purpose)[0], text).toString("base64url");
}

/** Accepts signatures made with the current or a previous secret. */
export function isSignatureValid(purpose: KeyPurpose, text: string, signature: string): boolean {
  const actual = Buffer.from(signature, "base64url");
  return keysFor(purpose).some((key) => {
    const expected = hmac(key, text);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

/** Keys from before keys had IDs, only for decrypting old values. */
export function legacySealKeys(): Buffer[] {
  const { authSecret, previousSecrets } = env();
  return [authSecret, ...previousSecrets].map((secret) =>
    createHash("sha256").update(`seal:${secret}`).digest(),
  );
}

function derive(secret: string, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `cardwell ${info}`, bytes));
}

function hmac({ bytes }: Key, text: string): Buffer {
  return createHmac("sha256", bytes).update(text).digest();
}
