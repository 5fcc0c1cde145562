import "server-only";
import { createHash } from "node:crypto";
import { isSignatureValid, sign } from "@/lib/db/keys";
import { canonicalJson } from "@/lib/domain/canonical-json";
import { omitSecrets } from "@/lib/domain/masking";

/**
 * Tells whether an operation is sent again with the same input, without keeping the input. It is keyed and differs
 * for each operation, so that nobody can find an input by trying, or see that two are the same.
 */
export function fingerprintOf(operationId: string, input: unknown): string {
  return sign("fingerprint", textOf(operationId, input));
}

export function isFingerprintOf(fingerprint: string, operationId: string, input: unknown): boolean {
  // Removed from operations that had an unkeyed one: person and action have to do.
  if (fingerprint === "") return true;
  if (/^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint === unkeyed(input);
  return isSignatureValid("fingerprint", textOf(operationId, input), fingerprint);
}

function textOf(operationId: string, input: unknown): string {
  return `${operationId}\n${canonicalJson(omitSecrets(input))}`;
}

/** As fingerprints were made before: needed for what was under way when this version was started. */
function unkeyed(input: unknown): string {
  return createHash("sha256").update(canonicalJson(input)).digest("hex");
}
