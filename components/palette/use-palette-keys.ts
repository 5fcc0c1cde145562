"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { FoundCard } from "@/lib/domain/search";
import { findCommand } from "./card-commands";
import { type CardCommand, judgeLetter } from "./card-keys";
import type { EarlyKeys } from "./early-keys";
import type { PaletteItem } from "./palette-items";
import { isCaretAtEnd, moveCaretToEnd } from "./use-is-caret-at-end";

type Options = {
  text: string;
  setText: (text: string) => void;
  items: readonly PaletteItem[];
  active: PaletteItem | null;
  setActiveKey: (key: string | null) => void;
  cards: readonly FoundCard[];
  /** Whether the items answer this very text. */
  isCurrent: boolean;
  /** What was pressed before this code was here. */
  early: EarlyKeys;
  onOpen: (item: PaletteItem) => void;
  onCommand: (command: CardCommand, card: FoundCard) => void;
  onAmbiguous: (command: CardCommand) => void;
};

/** A key that came before the results that decide about it. */
type Held =
  | ({ key: "early" } & EarlyKeys)
  | { key: "enter"; text: string }
  | { key: "letter"; letter: string; text: string };

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

/** What the keys of the box do: move through the list, open, act on a card, or type. */
export function usePaletteKeys(options: Options): (event: KeyboardEvent<HTMLElement>) => void {
  const { text, setText, items, active, setActiveKey, cards, isCurrent, early } = options;
  const { onOpen, onCommand, onAmbiguous } = options;
  const [held, setHeld] = useState<Held | null>(
    early.steps > 0 || early.isEntered ? { key: "early", ...early } : null,
  );

  const settle = useEffectEvent(() => {
    if (!held) return;
    setHeld(null);
    if (held.text !== text) return;
    if (held.key === "early") return settleEarly(held);
    if (held.key === "letter") return act(held.letter, text);
    const [first] = items;
    if (first && text.trim() !== "") onOpen(first);
  });
  // The results may come in the very moment of the key: whichever of both is later settles it.
  useEffect(() => {
    if (isCurrent && held) settle();
  }, [isCurrent, held]);

  function settleEarly({ steps, isEntered }: EarlyKeys) {
    const item = items[Math.min(Math.max(steps, 1), items.length) - 1];
    if (!item) return;
    if (!isEntered) setActiveKey(item.key);
    else if (steps > 0 || text.trim() !== "") onOpen(item);
  }

  /** False where the letter belongs to the text and has yet to be put there. */
  function judge(letter: string, typed: string): boolean {
    const command = findCommand(letter);
    if (!command) return false;
    const verdict = judgeLetter({ text: typed, active, cards, isCurrent: isCurrent && typed === text });
    if (verdict.is === "meant") onCommand(command, verdict.card);
    if (verdict.is === "ambiguous") onAmbiguous(command);
    if (verdict.is === "early") setHeld({ key: "letter", letter, text: typed });
    return verdict.is !== "typed";
  }

  function act(letter: string, typed: string) {
    if (!judge(letter, typed)) setText(typed + letter);
  }

  function move(step: 1 | -1) {
    const index = active ? items.findIndex(({ key }) => key === active.key) : -1;
    const next = active || step > 0 ? index + step : items.length - 1;
    // Above the first item lies the box.
    setActiveKey(next < 0 ? null : (items[Math.min(next, items.length - 1)]?.key ?? null));
  }

  return (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (MODIFIERS.includes(key)) return;
    let typed = text;
    if (held?.key === "letter") {
      // Another key is pressed, so the letter was one of a word; it has to be in the box before that key is.
      typed = text + held.letter;
      flushSync(() => {
        setHeld(null);
        setText(typed);
      });
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      moveCaretToEnd(event.target);
      move(key === "ArrowDown" ? 1 : -1);
    } else if (key === "Enter") {
      event.preventDefault();
      const item = active ?? items[0];
      if (active || isCurrent) item && onOpen(item);
      else if (text.trim() !== "") setHeld({ key: "enter", text: typed });
    } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey && isCaretAtEnd(event.target)) {
      if (event.repeat && active) event.preventDefault();
      else if (judge(key, typed)) event.preventDefault();
    }
  };
}
