"use client";

import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { OVERLAY } from "@/lib/client/key-targets";
import { isCharacter } from "@/lib/client/shortcut-keys";

export type PopupKind = "menu" | "dialog" | "listbox";

export type PopupState = {
  open: boolean;
  /** If opened by a key, the first item gets the focus. */
  isOpenedByKeyboard: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onOpenChange: (open: boolean, details?: { reason: string; event: Event; cancel: () => void }) => void;
};

/** Spread on the button that opens the popup. */
export type PopupTriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": PopupKind;
  "aria-expanded": boolean;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
};

/** A plain button with a popup that loads on hover or focus. `boundary` is for its `PopupBoundary`. */
export function usePopup(kind: PopupKind, preload: () => void) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const [isOpenedByKeyboard, setIsOpenedByKeyboard] = useState(false);
  const [firstKey, setFirstKey] = useState<globalThis.KeyboardEvent | null>(null);

  function setPopup(next: boolean, byKeyboard = false, firstTyped: globalThis.KeyboardEvent | null = null) {
    if (next) setIsMounted(true);
    else returnFocus(anchor.current);
    setIsOpenedByKeyboard(byKeyboard);
    setFirstKey(firstTyped);
    setOpen(next);
  }

  const popup: PopupState = {
    open,
    isOpenedByKeyboard,
    anchor,
    onOpenChange: (next, details) => {
      const target = details?.event.target;
      // A press on the trigger is followed by a click, which closes the popup.
      if (details?.reason === "outside-press" && target instanceof Node && anchor.current?.contains(target)) {
        details.cancel();
        return;
      }
      setPopup(next);
    },
  };

  const trigger: PopupTriggerProps = {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    // Enter and Space cause a click with `detail` 0.
    onClick: (event) => setPopup(!open, event.detail === 0),
    onKeyDown: (event) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      // As in a native select, typing opens the list and searches in it, except for Space, which clicks the button.
      const isSearch = kind === "listbox" && event.key !== " " && isCharacter(event);
      if (kind === "dialog" || (!isArrow && !isSearch)) return;
      event.preventDefault();
      setPopup(true, true, isSearch ? event.nativeEvent : null);
    },
    onPointerEnter: preload,
    onFocus: preload,
  };

  const close = () => setPopup(false);
  return { popup, trigger, isMounted, close, boundary: { open, onClose: close, firstKey } };
}

/**
 * At once, not when the popup has faded out: until then keys would go nowhere, and whatever the person has focused in
 * the meantime would lose the focus again.
 */
function returnFocus(anchor: HTMLElement | null): void {
  const overlay = document.activeElement?.closest(OVERLAY);
  if (overlay && !overlay.contains(anchor)) anchor?.focus({ preventScroll: true });
}
