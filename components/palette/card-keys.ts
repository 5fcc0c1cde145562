import { customerNumberOf } from "@/lib/domain/customer";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import type { FoundCard, FoundCustomer } from "@/lib/domain/search";
import { foldText } from "@/lib/domain/search-text";
import { isUuid } from "@/lib/domain/uuid";
import type { PaletteItem } from "./palette-items";

/** The letters that do something with a card of the list. */
export const CARD_KEYS = { freeze: "f", copy: "c", reissue: "r", block: "b" } as const;
export type CardCommand = keyof typeof CARD_KEYS;

const LAST_FOUR = /(?:^|\s)(\d{4})$/;

export type LetterVerdict =
  /** It belongs to the text. */
  | { is: "typed" }
  /** It is meant for this card. */
  | { is: "meant"; card: FoundCard }
  /** The text may be whole, but its results are not here yet: they decide. */
  | { is: "early" }
  /** Several cards answer to the text, or belong to the chosen customer: one has to be chosen first. */
  | { is: "ambiguous" };

type Situation = {
  text: string;
  /** The row that the arrows have reached. */
  active: PaletteItem | null;
  cards: readonly FoundCard[];
  /** Whether these cards are the answer to this very text. */
  isCurrent: boolean;
};

/**
 * Whom a letter is for. After an arrow key it is for the chosen card, or the only card of the chosen customer. Before,
 * it belongs to the text: a name may have any letter. Only behind four digits that are a word of their own, or behind a
 * whole id, no letter can follow that means anything, and it is for the one card that these digits or this id are of.
 */
export function judgeLetter({ text, active, cards, isCurrent }: Situation): LetterVerdict {
  if (!isCurrent) return isForCard(text, active) ? { is: "early" } : { is: "typed" };
  if (active?.kind === "card") return { is: "meant", card: active.card };
  if (active?.kind === "customer") return judgeForCustomer(active.customer, cards);
  if (active) return { is: "typed" };
  const [card, ...others] = cards.filter((candidate) => isWhole(text, candidate));
  if (!card) return { is: "typed" };
  return others.length > 0 ? { is: "ambiguous" } : { is: "meant", card };
}

/** Whether it may turn out to be for a card, once the results are there. A row of other results is not the one meant. */
function isForCard(text: string, active: PaletteItem | null): boolean {
  if (active) return active.kind === "card" || active.kind === "customer";
  return /\d$/.test(text) || isUuid(text.trim());
}

function judgeForCustomer({ id, cards: count }: FoundCustomer, cards: readonly FoundCard[]): LetterVerdict {
  const card = cards.find(({ externalCustomerId }) => externalCustomerId === id);
  return card && count === 1 ? { is: "meant", card } : { is: "ambiguous" };
}

function isWhole(text: string, card: FoundCard): boolean {
  const searched = searchByLastFour(text);
  const typed = foldText(searched);
  return (
    typed === foldText(card.id) ||
    typed === foldText(card.externalCustomerId) ||
    typed === customerNumberOf(card.externalCustomerId) ||
    LAST_FOUR.exec(searched)?.[1] === card.lastFour
  );
}
