"use client";

import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { isCharacter } from "@/lib/client/shortcut-keys";

export type PopupKind = "menu" | "dialog" | "listbox";

/** What a popup needs to know of the button that opens it. */
export type PopupState = {
  open: boolean;
  /** Opened by a key: its first item takes the focus. */
  isByKeyboard: boolean;
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

/** A plain button that opens a popup whose code loads when someone comes near. `boundary` is for its `PopupBoundary`. */
export function usePopup(kind: PopupKind, preload: () => void) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isNeeded, setIsNeeded] = useState(false);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  const [firstKey, setFirstKey] = useState<globalThis.KeyboardEvent | null>(null);

  function show(next: boolean, byKeyboard = false, typed: globalThis.KeyboardEvent | null = null) {
    if (next) setIsNeeded(true);
    setIsByKeyboard(byKeyboard);
    setFirstKey(typed);
    setOpen(next);
  }

  const popup: PopupState = {
    open,
    isByKeyboard,
    anchor,
    onOpenChange: (next, details) => {
      const target = details?.event.target;
      // The click that follows this press on the button itself is what closes it.
      if (details?.reason === "outside-press" && target instanceof Node && anchor.current?.contains(target)) {
        details.cancel();
        return;
      }
      show(next);
    },
  };

  const trigger: PopupTriggerProps = {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    // Enter and Space arrive as a click that no pointer made.
    onClick: (event) => show(!open, event.detail === 0),
    onKeyDown: (event) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      // As on the browser's own select: typing opens the list, and is a search in it. Space is the button's own.
      const isSearch = kind === "listbox" && event.key !== " " && isCharacter(event);
      if (kind === "dialog" || (!isArrow && !isSearch)) return;
      event.preventDefault();
      show(true, true, isSearch ? event.nativeEvent : null);
    },
    onPointerEnter: preload,
    onFocus: preload,
  };

  const close = () => show(false);
  return { popup, trigger, isNeeded, close, boundary: { open, onClose: close, firstKey } };
}
