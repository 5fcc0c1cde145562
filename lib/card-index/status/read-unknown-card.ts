import "server-only";
import { type DatedCardResult, readCard } from "./read-card";

const reading = new Map<string, Promise<DatedCardResult>>();

/** Reads a card that the index doesn't know once, however many requests ask for it at the same time. */
export function readUnknownCard(cardId: string): Promise<DatedCardResult> {
  const pending = reading.get(cardId) ?? readCard(cardId).finally(() => reading.delete(cardId));
  reading.set(cardId, pending);
  return pending;
}
