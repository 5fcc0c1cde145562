"use client";

import { type RefObject, useSyncExternalStore } from "react";

/** Whether the next letter is appended to the text, rather than put into it or in its place. */
export function useIsCaretAtEnd(input: RefObject<HTMLInputElement | null>): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isCaretAtEnd(input.current),
    () => true,
  );
}

export function isCaretAtEnd(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  return target.selectionStart === target.value.length && target.selectionEnd === target.value.length;
}

/** Whoever goes on to the list is done with the text: letters are commands again. */
export function moveCaretToEnd(target: EventTarget): void {
  if (target instanceof HTMLInputElement) target.setSelectionRange(target.value.length, target.value.length);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("selectionchange", listener);
  return () => document.removeEventListener("selectionchange", listener);
}
