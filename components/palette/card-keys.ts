import type { FoundCard } from "@/lib/domain/search";
import { foldText } from "@/lib/domain/search-text";

/** The letters that do something with a card of the list. */
export const CARD_KEYS = { freeze: "f", copy: "c", reissue: "r", block: "b" } as const;
export type CardCommand = keyof typeof CARD_KEYS;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_FOUR = /(?:^|\s)(\d{4})$/;

export type LetterVerdict =
  /** It belongs to the text. */
  | { is: "typed" }
  /** It is meant for this card. */
  | { is: "meant"; card: FoundCard }
  /** The text may be whole, but its results are not here yet: they decide. */
  | { is: "early" }
  /** The text is whole and several cards answer to it: one has to be chosen first. */
  | { is: "ambiguous" };

type Situation = {
  text: string;
  /** The card that the arrows have chosen. */
  chosen: FoundCard | null;
  cards: readonly FoundCard[];
  /** Whether these cards are the answer to this very text. */
  isCurrent: boolean;
};

/**
 * Whom a letter is for. After an arrow key it is for the chosen card. Before, it belongs to the text: a name may
 * have any letter. Only behind four digits that are a word of their own, or behind a whole id, no letter can follow
 * that means anything, and it is for the one card that these digits or this id are of.
 */
export function judgeLetter({ text, chosen, cards, isCurrent }: Situation): LetterVerdict {
  if (chosen) return { is: "meant", card: chosen };
  if (!isCurrent) return /\d$/.test(text) || UUID.test(text.trim()) ? { is: "early" } : { is: "typed" };
  const [card, ...others] = cards.filter((candidate) => isWhole(text, candidate));
  if (!card) return { is: "typed" };
  return others.length > 0 ? { is: "ambiguous" } : { is: "meant", card };
}

/** The one card that the text names in full, if any. */
export function findNamedCard(text: string, cards: readonly FoundCard[]): FoundCard | null {
  const [card, ...others] = cards.filter((candidate) => isWhole(text, candidate));
  return card && others.length === 0 ? card : null;
}

function isWhole(text: string, card: FoundCard): boolean {
  const typed = foldText(text);
  return (
    typed === foldText(card.id) ||
    typed === foldText(card.externalCustomerId) ||
    LAST_FOUR.exec(text)?.[1] === card.lastFour
  );
}
