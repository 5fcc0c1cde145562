import "server-only";
import pLimit from "p-limit";
import type { Card } from "@/lib/contract/card";
import { type CreatedCards, type ReadCardsCreated, readCardsCreated } from "./read-cards-created";

/** More than one, so that a read that stalls doesn't delay the others. */
const MAX_READS = 4;

type Reader = { isMatch(card: Card): boolean; onPage(): Promise<void> };
type SharedRead = { readers: Reader[]; listed: Promise<CreatedCards> };

/**
 * Reads the same days once for all operations that ask before the read begins. Each gets a list that was read after it
 * asked, as if it had read alone.
 */
export function shareCardReads(read: ReadCardsCreated = readCardsCreated): ReadCardsCreated {
  const waiting = new Map<string, SharedRead>();
  const limit = pLimit(MAX_READS);

  function plan(key: string, days: Parameters<ReadCardsCreated>[0]): SharedRead {
    const readers: Reader[] = [];
    const listed = limit(() => {
      waiting.delete(key);
      return read(
        days,
        (card) => readers.some(({ isMatch }) => isMatch(card)),
        async () => void (await Promise.all(readers.map(({ onPage }) => onPage()))),
      );
    });
    return { readers, listed };
  }

  return async (days, isMatch, onPage) => {
    const key = `${days.from} ${days.to}`;
    const shared = waiting.get(key) ?? plan(key, days);
    waiting.set(key, shared);
    shared.readers.push({ isMatch, onPage });
    const listed = await shared.listed;
    return listed.is === "complete" ? { ...listed, cards: listed.cards.filter(isMatch) } : listed;
  };
}
