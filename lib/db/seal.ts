import "server-only";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { KEY_ID_BYTES, keysFor, legacySealKeys } from "./keys";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix of sealed text, followed by the key ID. Values from before keys had IDs contain no dot. */
const TEXT_PREFIX = "sealed.2.";
/** The prefix of sealed bytes, followed by the key ID. No compressed file starts with it. */
const BYTES_PREFIX = Buffer.from("cws2");
const BYTES_TEXT_PREFIX = `\\x${BYTES_PREFIX.toString("hex")}`;
const KEY_ID = new RegExp(`^[0-9a-f]{${KEY_ID_BYTES * 2}}$`);

/** Binds a sealed value to its row, so that it can't be decrypted in another one. */
export function rowContext(column: string, ...keys: readonly (string | number)[]): string {
  return `${column}:${keys.join("/")}`;
}

/** Encrypts and authenticates a value with the current secret. */
export function seal(value: unknown, context = ""): string {
  return sealText(JSON.stringify(value), context);
}

/** Returns null if the value was altered or no configured secret can decrypt it. */
export function unseal(text: string, context = ""): unknown {
  const decrypted = text.startsWith(TEXT_PREFIX) ? unsealText(text, context) : unsealLegacy(text);
  try {
    return decrypted === null ? null : JSON.parse(decrypted);
  } catch {
    return null;
  }
}

export function sealText(text: string, context: string): string {
  const { keyId, sealed } = encrypt(Buffer.from(text, "utf8"), context);
  return `${TEXT_PREFIX}${keyId}.${sealed.toString("base64url")}`;
}

/** Returns null like `unseal`. Text from before the column was encrypted is returned unchanged. */
export function unsealText(text: string, context: string): string | null {
  if (!text.startsWith(TEXT_PREFIX)) return text;
  const [keyId = "", sealed = ""] = text.slice(TEXT_PREFIX.length).split(".");
  return decrypt(keyId, Buffer.from(sealed, "base64url"), context)?.toString("utf8") ?? null;
}

export function sealBytes(bytes: Uint8Array, context: string): Buffer {
  const { keyId, sealed } = encrypt(bytes, context);
  return Buffer.concat([BYTES_PREFIX, Buffer.from(keyId, "hex"), sealed]);
}

/** Returns null like `unseal`. Bytes from before the column was encrypted are returned unchanged. */
export function unsealBytes(bytes: Buffer, context: string): Buffer | null {
  if (!bytes.subarray(0, BYTES_PREFIX.length).equals(BYTES_PREFIX)) return bytes;
  const keyEnd = BYTES_PREFIX.length + KEY_ID_BYTES;
  const keyId = bytes.subarray(BYTES_PREFIX.length, keyEnd).toString("hex");
  return decrypt(keyId, bytes.subarray(keyEnd), context);
}

/** The ID of the key that a stored value needs, in PostgreSQL's text form; null if it isn't sealed or has no key ID. */
export function findKeyId(value: string): string | null {
  const prefix = value.startsWith(TEXT_PREFIX) ? TEXT_PREFIX : BYTES_TEXT_PREFIX;
  if (!value.startsWith(prefix)) return null;
  const keyId = value.slice(prefix.length, prefix.length + KEY_ID_BYTES * 2);
  return KEY_ID.test(keyId) ? keyId : null;
}

/** The prefixes of values sealed with the current secret. */
export function currentPrefixes(): { text: string; bytes: Buffer } {
  const [{ id }] = keysFor("data");
  return { text: `${TEXT_PREFIX}${id}.`, bytes: Buffer.concat([BYTES_PREFIX, Buffer.from(id, "hex")]) };
}

/**
 * SQL condition for rows that this instance may process. A text sealed with an unknown secret is left to an instance
 * that has the secret; after an hour any instance takes it and reports that it can't be decrypted.
 */
export function canUnsealSql(column: string, since: string): string {
  const ids = keysFor("data").map(({ id }) => id);
  const foreignKeyPattern = `^${TEXT_PREFIX.replaceAll(".", "[.]")}(?!(?:${ids.join("|")})[.])`;
  return `(coalesce(${column}, '') !~ '${foreignKeyPattern}' or ${since} < now() - interval '1 hour')`;
}

function encrypt(plaintext: Uint8Array, context: string): { keyId: string; sealed: Buffer } {
  const [{ id, bytes }] = keysFor("data");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytes, nonce).setAAD(Buffer.from(context, "utf8"));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { keyId: id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) };
}

function decrypt(keyId: string, sealed: Buffer, context: string): Buffer | null {
  const key = keysFor("data").find(({ id }) => id === keyId);
  return key ? decryptWithKey(key.bytes, sealed, context) : null;
}

/** Tries every key, because values from before keys had IDs don't name theirs. */
function unsealLegacy(text: string): string | null {
  const sealed = Buffer.from(text, "base64url");
  for (const key of legacySealKeys()) {
    const decrypted = decryptWithKey(key, sealed, "");
    if (decrypted) return decrypted.toString("utf8");
  }
  return null;
}

function decryptWithKey(key: Buffer, sealed: Buffer, context: string): Buffer | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(context, "utf8"))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
