import "server-only";
import type { ViewCounts } from "@/lib/domain/views/view-bar";

export type Counter = (query: string) => Promise<number | null>;

/** A browser asks again after ten seconds, also while the server still counts. */
const MAX_COUNTING_MS = 3_000;

/** One after the other, so that many views never keep other pages waiting; those that take too long have no count. */
export async function countViews(
  views: readonly { id: string; query: string }[],
  count: Counter,
  now: () => number = () => performance.now(),
): Promise<ViewCounts> {
  const endsAt = now() + MAX_COUNTING_MS;
  const counts: Record<string, number | null> = {};
  for (const { id, query } of views) counts[id] = now() < endsAt ? await count(query) : null;
  return counts;
}
