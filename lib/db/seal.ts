import "server-only";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { KEY_ID_BYTES, keysFor, legacySealKeys } from "./keys";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Begins each sealed text, followed by the key's id; no value from before keys had ids contains a dot. */
const TEXT_MARK = "sealed.2.";
/** Begins each sealed bytea, followed by the key's id; no compressed file begins with it. */
const BYTES_MARK = Buffer.from("cws2");

/** Binds a sealed value to its row: moved to another one, it does not open. */
export function rowContext(column: string, ...keys: readonly (string | number)[]): string {
  return `${column}:${keys.join("/")}`;
}

/** Personal data at rest: readable with the server's secrets only, and unreadable once altered. */
export function seal(value: unknown, context = ""): string {
  return sealText(JSON.stringify(value), context);
}

/** Null when it was altered, or sealed with a secret that this server does not have. */
export function unseal(text: string, context = ""): unknown {
  const opened = text.startsWith(TEXT_MARK) ? unsealText(text, context) : openLegacy(text);
  try {
    return opened === null ? null : JSON.parse(opened);
  } catch {
    return null;
  }
}

export function sealText(text: string, context: string): string {
  const { keyId, sealed } = encrypt(Buffer.from(text, "utf8"), context);
  return `${TEXT_MARK}${keyId}.${sealed.toString("base64url")}`;
}

/** Null as with `unseal`. Text that was stored before its column was sealed is given as it is. */
export function unsealText(text: string, context: string): string | null {
  if (!text.startsWith(TEXT_MARK)) return text;
  const [keyId = "", sealed = ""] = text.slice(TEXT_MARK.length).split(".");
  return decrypt(keyId, Buffer.from(sealed, "base64url"), context)?.toString("utf8") ?? null;
}

export function sealBytes(bytes: Uint8Array, context: string): Buffer {
  const { keyId, sealed } = encrypt(bytes, context);
  return Buffer.concat([BYTES_MARK, Buffer.from(keyId, "hex"), sealed]);
}

/** Null as with `unseal`. Bytes that were stored before their column was sealed are given as they are. */
export function unsealBytes(bytes: Buffer, context: string): Buffer | null {
  if (!bytes.subarray(0, BYTES_MARK.length).equals(BYTES_MARK)) return bytes;
  const keyEnd = BYTES_MARK.length + KEY_ID_BYTES;
  const keyId = bytes.subarray(BYTES_MARK.length, keyEnd).toString("hex");
  return decrypt(keyId, bytes.subarray(keyEnd), context);
}

/** How a value begins that was sealed with the current secret. */
export function currentMarks(): { text: string; bytes: Buffer } {
  const [{ id }] = keysFor("data");
  return { text: `${TEXT_MARK}${id}.`, bytes: Buffer.concat([BYTES_MARK, Buffer.from(id, "hex")]) };
}

/**
 * SQL for rows that this server may work on. A text sealed with a secret that it doesn't have is left to a dashboard
 * that has it; after an hour any dashboard takes it, to say that it can't be opened.
 */
export function isOursToOpen(column: string, since: string): string {
  const ids = keysFor("data").map(({ id }) => id);
  const foreign = `^${TEXT_MARK.replaceAll(".", "[.]")}(?!(?:${ids.join("|")})[.])`;
  return `(coalesce(${column}, '') !~ '${foreign}' or ${since} < now() - interval '1 hour')`;
}

function encrypt(plain: Uint8Array, context: string): { keyId: string; sealed: Buffer } {
  const [{ id, bytes }] = keysFor("data");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytes, nonce).setAAD(Buffer.from(context, "utf8"));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { keyId: id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) };
}

function decrypt(keyId: string, sealed: Buffer, context: string): Buffer | null {
  const key = keysFor("data").find(({ id }) => id === keyId);
  return key ? open(key.bytes, sealed, context) : null;
}

/** Values from before keys had ids: they tell their key only by opening with it. */
function openLegacy(text: string): string | null {
  const sealed = Buffer.from(text, "base64url");
  for (const key of legacySealKeys()) {
    const opened = open(key, sealed, "");
    if (opened) return opened.toString("utf8");
  }
  return null;
}

function open(key: Buffer, sealed: Buffer, context: string): Buffer | null {
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
