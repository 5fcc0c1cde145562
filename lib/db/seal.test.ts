import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { useSecrets } from "@/testing/dashboard-database";
import { isSignatureValid, keysFor, sign } from "./keys";
import {
  currentPrefixes,
  rowContext,
  seal,
  sealBytes,
  sealText,
  unseal,
  unsealBytes,
  unsealText,
} from "./seal";

const OLDEST = "the oldest secret, long enough to be one";
const OLD = "the old secret, long enough to be one too";
const NEW = "the new secret, long enough to be one as well";
const VALUE = { holder: "Ada Lovelace", limits: [1, 2] };

beforeEach(() => useSecrets(OLD));

/** The format from before keys had IDs. */
function sealLegacy(value: unknown, secret: string): string {
  const nonce = randomBytes(12);
  const key = createHash("sha256").update(`seal:${secret}`).digest();
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

describe("a sealed value", () => {
  it("can be decrypted with its secret and reveals nothing", () => {
    const sealed = seal(VALUE);
    expect(unseal(sealed)).toEqual(VALUE);
    expect(sealed).not.toContain("Lovelace");
    expect(Buffer.from(sealed.split(".").at(-1) ?? "", "base64url").toString("utf8")).not.toContain(
      "Lovelace",
    );
  });

  it("can be decrypted after a rotation only while the previous secret is configured", () => {
    const sealed = seal(VALUE);
    useSecrets(NEW, [OLDEST, OLD]);
    expect(unseal(sealed)).toEqual(VALUE);
    expect(sealed.startsWith(currentPrefixes().text)).toBe(false);
    expect(seal(VALUE).startsWith(currentPrefixes().text)).toBe(true);
    useSecrets(NEW);
    expect(unseal(sealed)).toBeNull();
  });

  it("can be decrypted if it predates key IDs, also after a rotation", () => {
    const sealed = sealLegacy(VALUE, OLD);
    expect(unseal(sealed)).toEqual(VALUE);
    expect(unseal(sealed, rowContext("drafts.sealed", "1"))).toEqual(VALUE);
    useSecrets(NEW, [OLD]);
    expect(unseal(sealed)).toEqual(VALUE);
    useSecrets(NEW);
    expect(unseal(sealed)).toBeNull();
  });

  it("can't be decrypted in another row or column", () => {
    const text = sealText("a note", rowContext("notes.body", "1"));
    expect(unsealText(text, rowContext("notes.body", "1"))).toBe("a note");
    expect(unsealText(text, rowContext("notes.body", "2"))).toBeNull();
    expect(unsealText(text, rowContext("notes.subject", "1"))).toBeNull();
    const bytes = sealBytes(Buffer.from("a file"), rowContext("report_chunks.content", "f", 1));
    expect(unsealBytes(bytes, rowContext("report_chunks.content", "f", 1))?.toString()).toBe("a file");
    expect(unsealBytes(bytes, rowContext("report_chunks.content", "f", 2))).toBeNull();
  });

  it.each([0, 4, 8, 20, 36, 40])("can't be decrypted after byte %i is altered", (at) => {
    const bytes = sealBytes(Buffer.from("a file of some length"), "row");
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    // A value without its prefix counts as plain text and is returned unchanged, still unreadable.
    expect(unsealBytes(bytes, "row")?.includes("a file") ?? false).toBe(false);
  });

  it.each(["", "sealed.2.", "sealed.2.00000000.", "sealed.2.00000000.AAAA", "garbage"])(
    "%j can't be decrypted",
    (text) => {
      expect(unseal(text)).toBeNull();
    },
  );

  it("is returned unchanged if it predates the column's encryption", () => {
    expect(unsealText("in clear", "row")).toBe("in clear");
    const compressed = Buffer.from("1f8b08", "hex");
    expect(unsealBytes(compressed, "row")).toEqual(compressed);
  });
});

describe("keys", () => {
  it("differ by purpose and secret, and the current one comes first", () => {
    useSecrets(NEW, [OLD]);
    const all = [...keysFor("data"), ...keysFor("session"), ...keysFor("device")];
    expect(new Set(all.map(({ bytes }) => bytes.toString("hex"))).size).toBe(6);
    useSecrets(OLD);
    expect(all[1]).toEqual(keysFor("data")[0]);
  });

  it("sign with the current secret and verify with any", () => {
    const signature = sign("device", "a browser");
    useSecrets(NEW, [OLD]);
    expect(isSignatureValid("device", "a browser", signature)).toBe(true);
    expect(isSignatureValid("device", "another", signature)).toBe(false);
    expect(isSignatureValid("fingerprint", "a browser", signature)).toBe(false);
    expect(isSignatureValid("device", "a browser", "")).toBe(false);
    expect(sign("device", "a browser")).not.toBe(signature);
    useSecrets(NEW);
    expect(isSignatureValid("device", "a browser", signature)).toBe(false);
  });
});
