import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IsoDate } from "@/lib/domain/calendar";
import { issuer } from "@/lib/issuer/issuer";

export type CompleteReading =
  | { is: "complete"; cards: Card[] }
  | { is: "unreachable" }
  /** The list never stood still, or never ended: nothing can be concluded from what is missing in it. */
  | { is: "inconclusive" };

const MOST_PASSES = 4;
/** An end that is never reached is the issuer's mistake, and no reason to read for ever. */
const MOST_PAGES = 100_000;

/**
 * All wanted cards that the issuer created within these days. Rows move across pages while others are added, so the
 * list is read again until a whole pass shows nothing that the one before had missed.
 */
export async function readCardsCreated(
  days: { from: IsoDate; to: IsoDate },
  isWanted: (card: Card) => boolean,
  onPage: () => Promise<void>,
): Promise<CompleteReading> {
  const wanted = new Map<string, Card>();
  let previous: string[] | null = null;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      if (page > MOST_PAGES) return { is: "inconclusive" };
      const listed = await issuer().listCards({ page, min_created: days.from, max_created: days.to });
      if (!listed.ok) return { is: "unreachable" };
      const { results, next } = listed.data;
      for (const card of results) {
        ids.push(card.id);
        if (isWanted(card)) wanted.set(card.id, card);
      }
      await onPage();
      if (next === null) break;
      if (results.length === 0) return { is: "inconclusive" };
    }
    if (previous && isSameList(previous, ids)) return { is: "complete", cards: [...wanted.values()] };
    previous = ids;
  }
  return { is: "inconclusive" };
}

/** New cards come before all others: anything else that differs means that rows moved unseen. */
export function isSameList(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const met = new Set(after);
  const firstKnown = after.findIndex((id) => known.has(id));
  const rest = firstKnown === -1 ? [] : after.slice(firstKnown);
  return rest.every((id) => known.has(id)) && before.every((id) => met.has(id));
}
