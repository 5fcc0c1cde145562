import "server-only";
import { createHash } from "node:crypto";
import { isSignatureValid, sign } from "@/lib/db/keys";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { omitSecrets } from "@/lib/domain/text/masking";

/**
 * Detects whether an operation is resent with the same input, without storing the input. It is keyed and differs for
 * each operation, so that an input can't be brute-forced and equal inputs can't be recognized.
 */
export function fingerprintOf(operationId: string, input: unknown): string {
  return sign("fingerprint", contentOf(operationId, input));
}

export function isFingerprintOf(fingerprint: string, operationId: string, input: unknown): boolean {
  // A migration cleared unkeyed fingerprints; these operations are matched by person and action only.
  if (fingerprint === "") return true;
  if (/^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint === unkeyedHash(input);
  return isSignatureValid("fingerprint", contentOf(operationId, input), fingerprint);
}

function contentOf(operationId: string, input: unknown): string {
  return `${operationId}\n${canonicalJson(omitSecrets(input))}`;
}

/** The previous format, needed for operations that were in progress during the upgrade. */
function unkeyedHash(input: unknown): string {
  return createHash("sha256").update(canonicalJson(input)).digest("hex");
}
