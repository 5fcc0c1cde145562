import type { FoundCard } from "@/lib/domain/cards/search-results";
import { findCommand } from "./card-commands";
import { type CardCommand, classifyLetter } from "./card-keys";
import type { PaletteItem } from "./palette-items";

/** The list that a key acts on, with the results for its text. */
export type ListState = {
  text: string;
  items: readonly PaletteItem[];
  /** The row selected with the arrow keys. */
  active: PaletteItem | null;
  cards: readonly FoundCard[];
};

export type KeyEffect =
  | { is: "move"; to: PaletteItem | null }
  | { is: "open"; item: PaletteItem }
  | { is: "command"; command: CardCommand; card: FoundCard }
  /** Several cards match. */
  | { is: "ambiguous" }
  | { is: "type"; letter: string };

/** Null if the key does nothing. */
export function findKeyEffect(key: string, { text, items, active, cards }: ListState): KeyEffect | null {
  if (isArrow(key)) return { is: "move", to: moveFrom(active, items, key === "ArrowDown" ? 1 : -1) };
  if (key === "Enter") {
    const item = active ?? items[0];
    return item ? { is: "open", item } : null;
  }
  const command = findCommand(key);
  if (!command) return { is: "type", letter: key };
  const meaning = classifyLetter({ text, active, cards, isCurrent: true });
  if (meaning.is === "command") return { is: "command", command, card: meaning.card };
  return meaning.is === "ambiguous" ? meaning : { is: "type", letter: key };
}

/** Applies keys pressed before the results arrived, and stops at the first one that isn't a move. */
export function replayKeys(keys: readonly string[], list: ListState): KeyEffect | null {
  let effect: KeyEffect | null = null;
  let { active } = list;
  for (const key of keys) {
    effect = findKeyEffect(key, { ...list, active });
    if (effect?.is !== "move") return effect;
    active = effect.to;
  }
  return effect;
}

export function isArrow(key: string): boolean {
  return key === "ArrowDown" || key === "ArrowUp";
}

/** Null is the search box, above the first item. */
function moveFrom(
  active: PaletteItem | null,
  items: readonly PaletteItem[],
  step: 1 | -1,
): PaletteItem | null {
  const index = active ? items.findIndex(({ key }) => key === active.key) : -1;
  const next = index >= 0 || step > 0 ? index + step : items.length - 1;
  return next < 0 ? null : (items[Math.min(next, items.length - 1)] ?? null);
}
