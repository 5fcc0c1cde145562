import "server-only";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "@/lib/env";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Personal data at rest: readable with the server's secret only, and unreadable once altered. */
export function seal(value: unknown): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, derivedKey("seal"), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Null when it was sealed with another secret, or altered. */
export function unseal(text: string): unknown {
  const bytes = Buffer.from(text, "base64url");
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, derivedKey("seal"), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(tag);
    const opened = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    return JSON.parse(opened.toString("utf8"));
  } catch {
    return null;
  }
}
