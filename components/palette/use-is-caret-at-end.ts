"use client";

import { type RefObject, useSyncExternalStore } from "react";

/** Whether the next letter is appended to the text instead of inserted or replacing a selection. */
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

/** Moving to the list ends editing, so that letters are commands again. */
export function moveCaretToEnd(target: EventTarget): void {
  if (target instanceof HTMLInputElement) target.setSelectionRange(target.value.length, target.value.length);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("selectionchange", listener);
  return () => document.removeEventListener("selectionchange", listener);
}
