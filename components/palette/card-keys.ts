import { customerNumberOf } from "@/lib/domain/cards/customer";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import type { FoundCard, FoundCustomer } from "@/lib/domain/cards/search-results";
import { foldText } from "@/lib/domain/cards/search-text";
import { isUuid } from "@/lib/domain/text/uuid";
import type { PaletteItem } from "./palette-items";

/** The letter keys that act on a card. */
export const CARD_KEYS = { freeze: "f", copy: "c", reissue: "r", block: "b" } as const;
export type CardCommand = keyof typeof CARD_KEYS;

const LAST_FOUR = /(?:^|\s)(\d{4})$/;

export type LetterMeaning =
  /** Part of the search text. */
  | { is: "typed" }
  /** A command for this card. */
  | { is: "command"; card: FoundCard }
  /** Can't be decided before the results arrive. */
  | { is: "undecided" }
  /** Several cards match the text or belong to the selected customer. */
  | { is: "ambiguous" };

type LetterContext = {
  text: string;
  /** The row selected with the arrow keys. */
  active: PaletteItem | null;
  cards: readonly FoundCard[];
  /** Whether the cards are the results for this text. */
  isCurrent: boolean;
};

/**
 * After an arrow key, a letter is a command for the selected card or the only card of the selected customer. Before
 * that it is text, because a name may contain any letter. Only after a complete ID or four separate digits, which no
 * letter can extend, is it a command for the one card that matches.
 */
export function classifyLetter({ text, active, cards, isCurrent }: LetterContext): LetterMeaning {
  if (!isCurrent) return mayBeCommand(text, active) ? { is: "undecided" } : { is: "typed" };
  if (active?.kind === "card") return { is: "command", card: active.card };
  if (active?.kind === "customer") return classifyForCustomer(active.customer, cards);
  if (active) return { is: "typed" };
  const [card, ...others] = cards.filter((candidate) => isCompleteMatch(text, candidate));
  if (!card) return { is: "typed" };
  return others.length > 0 ? { is: "ambiguous" } : { is: "command", card };
}

/** Whether the letter may turn out to be a command once the results arrive. */
function mayBeCommand(text: string, active: PaletteItem | null): boolean {
  if (active) return active.kind === "card" || active.kind === "customer";
  return /\d$/.test(text) || isUuid(text.trim());
}

function classifyForCustomer(
  { id, cards: count }: FoundCustomer,
  cards: readonly FoundCard[],
): LetterMeaning {
  const card = cards.find(({ externalCustomerId }) => externalCustomerId === id);
  return card && count === 1 ? { is: "command", card } : { is: "ambiguous" };
}

function isCompleteMatch(text: string, card: FoundCard): boolean {
  const searchText = searchByLastFour(text);
  const typed = foldText(searchText);
  return (
    typed === foldText(card.id) ||
    typed === foldText(card.externalCustomerId) ||
    typed === customerNumberOf(card.externalCustomerId) ||
    LAST_FOUR.exec(searchText)?.[1] === card.lastFour
  );
}
