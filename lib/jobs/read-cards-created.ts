import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { issuer } from "@/lib/issuer/issuer";

export type CreatedCards =
  | { is: "complete"; cards: Card[] }
  | { is: "unreachable" }
  /** The list kept changing or never ended, so a missing card proves nothing. */
  | { is: "inconclusive" };

export type ReadCardsCreated = typeof readCardsCreated;

const MAX_PASSES = 4;
/** Guards against an issuer whose list never ends. */
const MAX_PAGES = 100_000;

/**
 * Reads all matching cards that the issuer created within these days. Rows move between pages while others are added,
 * so the list is read repeatedly until two passes agree.
 */
export async function readCardsCreated(
  days: { from: IsoDate; to: IsoDate },
  isMatch: (card: Card) => boolean,
  onPage: () => Promise<void>,
): Promise<CreatedCards> {
  const matches = new Map<string, Card>();
  let previous: string[] | null = null;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      if (page > MAX_PAGES) return { is: "inconclusive" };
      const listed = await issuer().listCards({ page, min_created: days.from, max_created: days.to });
      if (!listed.ok) return { is: "unreachable" };
      const { results, next } = listed.data;
      for (const card of results) {
        ids.push(card.id);
        if (isMatch(card)) matches.set(card.id, card);
      }
      await onPage();
      if (next === null) break;
      if (results.length === 0) return { is: "inconclusive" };
    }
    if (previous && isSameList(previous, ids)) return { is: "complete", cards: [...matches.values()] };
    previous = ids;
  }
  return { is: "inconclusive" };
}

/** New cards appear at the start of the list; any other difference means that a pass may have missed rows. */
export function isSameList(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const seen = new Set(after);
  const firstKnown = after.findIndex((id) => known.has(id));
  const rest = firstKnown === -1 ? [] : after.slice(firstKnown);
  return rest.every((id) => known.has(id)) && before.every((id) => seen.has(id));
}
