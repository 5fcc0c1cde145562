import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { IndexedList } from "./search-results";

export type IndexNoun = "card" | "transaction";

const STALE_SECONDS = 60;

/**
 * How complete and how recent the index is, in one line. "Synced" refers to all records; if the last full walk is
 * older than a minute, the age of the newest records is shown separately.
 */
export function describeIndex(list: IndexedList, noun: IndexNoun, nowMs: number): string {
  const { known, total, isComplete, missing } = list;
  const nouns = known === 1 && (total ?? 1) === 1 ? noun : `${noun}s`;
  if (!isComplete) return `Syncing: ${formatKnown(list)} ${nouns}`;
  if (missing)
    return `${formatCount(known)} ${nouns} · ${formatCount(missing.records)} no longer listed by the issuer`;
  const what = known === 0 && !total ? `No ${noun}s yet` : `${formatKnown(list)} ${nouns}`;
  return [what, ...ageParts(list, noun, nowMs)].join(" · ");
}

/**
 * How recent the index is, next to a part of it: the size of the whole index would be mistaken for the size of that
 * part, so it is shown only while the index is incomplete.
 */
export function describeFreshness(list: IndexedList, noun: IndexNoun, nowMs: number): string {
  const { isFilled, isComplete, missing } = list;
  const ages = ageParts(list, noun, nowMs);
  if (!isComplete)
    return [`Sync incomplete: ${formatKnown(list)} ${noun}s`, ...(isFilled ? ages : [])].join(" · ");
  if (missing) return `${countOf(missing.records, noun)} no longer listed by the issuer`;
  const [age = "", ...rest] = ages;
  if (age === "") return "";
  return [age.startsWith("synced") ? `${capitalize(noun)}s ${age}` : capitalize(age), ...rest].join(" · ");
}

/** `1,240 of 5,000`, or only the first number if there are no more as far as known. */
export function formatKnown({ known, total }: Pick<IndexedList, "known" | "total">): string {
  return formatCount(known) + (total !== null && known < total ? ` of ${formatCount(total)}` : "");
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ageParts({ asOf, verifiedAt }: IndexedList, noun: IndexNoun, nowMs: number): string[] {
  if (asOf === null) return [];
  const verifiedSeconds = verifiedAt === null ? null : ageSeconds(verifiedAt, nowMs);
  if (verifiedSeconds !== null && verifiedSeconds < STALE_SECONDS)
    return [`synced ${formatAge(verifiedSeconds)}`];
  return [
    `latest ${noun}s checked ${formatAge(ageSeconds(asOf, nowMs))}`,
    verifiedSeconds === null ? "full sync pending" : `last full sync ${formatAge(verifiedSeconds)}`,
  ];
}

export function isIndexStale({ asOf }: IndexedList, nowMs: number): boolean {
  return asOf !== null && ageSeconds(asOf, nowMs) > STALE_SECONDS;
}

function ageSeconds(asOf: string, nowMs: number): number {
  return Math.max(0, Math.round((nowMs - Date.parse(asOf)) / 1000));
}

/** `just now`, `3 s ago`, `2 min ago`, `5 h ago`, `4 days ago`. */
export function formatAge(seconds: number): string {
  if (seconds < 1) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}
