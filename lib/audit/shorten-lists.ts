import "server-only";
import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/domain/text/canonical-json";

/** Whoever chooses more does it by a filter or a file; what it led to has a record of its own. */
const MAX_LISTED = 100;

/**
 * The audit log is kept forever, so a longer list is recorded as its length and a hash, which shows whether a list from
 * elsewhere is the same one.
 */
export function shortenLists(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.length > MAX_LISTED
      ? { count: value.length, sha256: createHash("sha256").update(canonicalJson(value)).digest("hex") }
      : value.map(shortenLists);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortenLists(inner)]));
}
