"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { FoundCard } from "@/lib/domain/cards/search-results";
import type { BufferedKeys } from "./buffered-keys";
import { findCommand } from "./card-commands";
import { type CardCommand, classifyLetter } from "./card-keys";
import { findKeyEffect, isArrow, type KeyEffect, type ListState, replayKeys } from "./list-keys";
import type { PaletteItem } from "./palette-items";
import { isCaretAtEnd, moveCaretToEnd } from "./use-is-caret-at-end";

type Options = ListState & {
  setText: (text: string) => void;
  setActiveKey: (key: string | null) => void;
  /** Whether the items are the results for this text. */
  isCurrent: boolean;
  /** Keys pressed before this code had loaded. */
  bufferedKeys: BufferedKeys;
  onOpen: (item: PaletteItem) => void;
  onCommand: (command: CardCommand, card: FoundCard) => void;
  onAmbiguous: () => void;
};

/** Keys waiting for the results of the text they were pressed for; they apply only to those results. */
type WaitingKeys = { text: string; keys: readonly string[] };

const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "CapsLock"];

/** The input's key handler: moves through the list, opens an item, runs a command or types. */
export function usePaletteKeys(options: Options): (event: KeyboardEvent<HTMLElement>) => void {
  const { text, setText, active, cards, isCurrent } = options;
  const [waiting, setWaiting] = useState<WaitingKeys | null>(() => toWaitingKeys(options.bufferedKeys));

  const replayWaiting = useEffectEvent(() => {
    if (!waiting) return;
    setWaiting(null);
    if (waiting.text === text) applyEffect(replayKeys(waiting.keys, options));
  });
  // Results and keys arrive in either order.
  useEffect(() => {
    if (isCurrent && waiting) replayWaiting();
  }, [isCurrent, waiting]);

  function applyEffect(effect: KeyEffect | null) {
    if (effect?.is === "move") options.setActiveKey(effect.to?.key ?? null);
    if (effect?.is === "open") options.onOpen(effect.item);
    if (effect?.is === "command") options.onCommand(effect.command, effect.card);
    if (effect?.is === "ambiguous") options.onAmbiguous();
    if (effect?.is === "type") setText(text + effect.letter);
  }

  /** Makes a key wait for the results of `typed`; returns false if it is a letter of the text. */
  function waitForResults(key: string, typed: string): boolean {
    const keys = waiting?.text === typed ? waiting.keys : [];
    // Ignore keys after a command or Enter, because what it opens must be read first.
    if (!keys.every(isArrow)) return key.length > 1;
    if (key.length === 1 && !mayBeCommand(key, keys, typed)) return false;
    setWaiting({ text: typed, keys: [...keys, key] });
    return true;
  }

  function mayBeCommand(letter: string, keys: readonly string[], typed: string): boolean {
    if (!findCommand(letter)) return false;
    return (
      keys.length > 0 || classifyLetter({ text: typed, active, cards, isCurrent: false }).is === "undecided"
    );
  }

  return (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (MODIFIERS.includes(key)) return;
    let typed = text;
    const [first, ...others] = waiting?.text === text ? waiting.keys : [];
    if (first?.length === 1 && others.length === 0) {
      // Another key follows, so the letter was part of a word and must be inserted before that key.
      typed = text + first;
      flushSync(() => {
        setWaiting(null);
        setText(typed);
      });
    }
    const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey && isCaretAtEnd(event.target);
    if (!isArrow(key) && key !== "Enter" && !isLetter) return;
    if (!isLetter) event.preventDefault();
    if (isArrow(key)) moveCaretToEnd(event.target);
    if (isLetter && event.repeat && (active || waiting)) return event.preventDefault();
    if (!isCurrent || typed !== text) {
      if (waitForResults(key, typed)) event.preventDefault();
      return;
    }
    const effect = findKeyEffect(key, options);
    if (effect?.is === "type") return;
    event.preventDefault();
    applyEffect(effect);
  };
}

/** Enter in an empty input does nothing. */
function toWaitingKeys({ text, steps, isEntered }: BufferedKeys): WaitingKeys | null {
  if (steps === 0 && (!isEntered || text.trim() === "")) return null;
  return { text, keys: [...Array<string>(steps).fill("ArrowDown"), ...(isEntered ? ["Enter"] : [])] };
}
