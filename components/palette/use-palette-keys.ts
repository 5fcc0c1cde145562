"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { FoundCard } from "@/lib/domain/search";
import { findCommand } from "./card-commands";
import { type CardCommand, judgeLetter } from "./card-keys";
import type { EarlyKeys } from "./early-keys";
import { isArrow, type KeyEffect, type KeyedList, pressInList, replayKeys } from "./list-keys";
import type { PaletteItem } from "./palette-items";
import { isCaretAtEnd, moveCaretToEnd } from "./use-is-caret-at-end";

type Options = KeyedList & {
  setText: (text: string) => void;
  setActiveKey: (key: string | null) => void;
  /** Whether the items answer this very text. */
  isCurrent: boolean;
  /** What was pressed before this code was here. */
  early: EarlyKeys;
  onOpen: (item: PaletteItem) => void;
  onCommand: (command: CardCommand, card: FoundCard) => void;
  onAmbiguous: () => void;
};

/** Keys that came before the results of the text they were pressed for. They act on nothing else. */
type HeldKeys = { text: string; keys: readonly string[] };

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

/** What the keys of the box do: move through the list, open, act on a card, or type. */
export function usePaletteKeys(options: Options): (event: KeyboardEvent<HTMLElement>) => void {
  const { text, setText, active, cards, isCurrent } = options;
  const [held, setHeld] = useState<HeldKeys | null>(() => toHeld(options.early));

  const settle = useEffectEvent(() => {
    if (!held) return;
    setHeld(null);
    if (held.text === text) carryOut(replayKeys(held.keys, options));
  });
  // The results may come in the very moment of the key: whichever of both is later settles it.
  useEffect(() => {
    if (isCurrent && held) settle();
  }, [isCurrent, held]);

  function carryOut(effect: KeyEffect | null) {
    if (effect?.is === "move") options.setActiveKey(effect.to?.key ?? null);
    if (effect?.is === "open") options.onOpen(effect.item);
    if (effect?.is === "command") options.onCommand(effect.command, effect.card);
    if (effect?.is === "ambiguous") options.onAmbiguous();
    if (effect?.is === "type") setText(text + effect.letter);
  }

  /** A key that has to wait for the results of `typed`; false where it is a letter of the text. */
  function hold(key: string, typed: string): boolean {
    const keys = held?.text === typed ? held.keys : [];
    // Behind a letter or Enter no key counts: what those open is to be read first. Another letter makes another text.
    if (!keys.every(isArrow)) return key.length > 1;
    if (key.length === 1 && !isCommand(key, keys, typed)) return false;
    setHeld({ text: typed, keys: [...keys, key] });
    return true;
  }

  function isCommand(letter: string, keys: readonly string[], typed: string): boolean {
    if (!findCommand(letter)) return false;
    return keys.length > 0 || judgeLetter({ text: typed, active, cards, isCurrent: false }).is === "early";
  }

  return (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (MODIFIERS.includes(key)) return;
    let typed = text;
    const [first, ...others] = held?.text === text ? held.keys : [];
    if (first?.length === 1 && others.length === 0) {
      // Another key is pressed, so the letter was one of a word; it has to be in the box before that key is.
      typed = text + first;
      flushSync(() => {
        setHeld(null);
        setText(typed);
      });
    }
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey && isCaretAtEnd(event.target);
    if (!isArrow(key) && key !== "Enter" && !isLetter) return;
    if (!isLetter) event.preventDefault();
    if (isArrow(key)) moveCaretToEnd(event.target);
    if (isLetter && event.repeat && (active || held)) return event.preventDefault();
    if (!isCurrent || typed !== text) {
      if (hold(key, typed)) event.preventDefault();
      return;
    }
    const effect = pressInList(key, options);
    if (effect?.is === "type") return;
    event.preventDefault();
    carryOut(effect);
  };
}

/** Enter alone, in an empty box, was meant for nothing in particular. */
function toHeld({ text, steps, isEntered }: EarlyKeys): HeldKeys | null {
  if (steps === 0 && (!isEntered || text.trim() === "")) return null;
  return { text, keys: [...Array<string>(steps).fill("ArrowDown"), ...(isEntered ? ["Enter"] : [])] };
}
