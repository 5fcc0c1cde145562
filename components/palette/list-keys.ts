import type { FoundCard } from "@/lib/domain/search";
import { findCommand } from "./card-commands";
import { type CardCommand, judgeLetter } from "./card-keys";
import type { PaletteItem } from "./palette-items";

/** The list that a key acts on: the answer to this very text. */
export type KeyedList = {
  text: string;
  items: readonly PaletteItem[];
  /** The row that the arrows have reached. */
  active: PaletteItem | null;
  cards: readonly FoundCard[];
};

export type KeyEffect =
  | { is: "move"; to: PaletteItem | null }
  | { is: "open"; item: PaletteItem }
  | { is: "command"; command: CardCommand; card: FoundCard }
  /** Several cards answer: one has to be chosen first. */
  | { is: "ambiguous" }
  /** The letter belongs to the text. */
  | { is: "type"; letter: string };

/** What a key does in the list; null where it does nothing. */
export function pressInList(key: string, { text, items, active, cards }: KeyedList): KeyEffect | null {
  if (isArrow(key)) return { is: "move", to: moveFrom(active, items, key === "ArrowDown" ? 1 : -1) };
  if (key === "Enter") {
    const item = active ?? items[0];
    return item ? { is: "open", item } : null;
  }
  const command = findCommand(key);
  if (!command) return { is: "type", letter: key };
  const verdict = judgeLetter({ text, active, cards, isCurrent: true });
  if (verdict.is === "meant") return { is: "command", command, card: verdict.card };
  return verdict.is === "ambiguous" ? verdict : { is: "type", letter: key };
}

/** What keys do that were pressed before the list was there, one after another: the first that is more than a move ends it. */
export function replayKeys(keys: readonly string[], list: KeyedList): KeyEffect | null {
  let effect: KeyEffect | null = null;
  let { active } = list;
  for (const key of keys) {
    effect = pressInList(key, { ...list, active });
    if (effect?.is !== "move") return effect;
    active = effect.to;
  }
  return effect;
}

export function isArrow(key: string): boolean {
  return key === "ArrowDown" || key === "ArrowUp";
}

/** Above the first item lies the box. */
function moveFrom(
  active: PaletteItem | null,
  items: readonly PaletteItem[],
  step: 1 | -1,
): PaletteItem | null {
  const index = active ? items.findIndex(({ key }) => key === active.key) : -1;
  const next = index >= 0 || step > 0 ? index + step : items.length - 1;
  return next < 0 ? null : (items[Math.min(next, items.length - 1)] ?? null);
}
