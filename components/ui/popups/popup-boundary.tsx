"use client";

import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect } from "react";
import { bufferKeys } from "@/lib/client/buffer-keys";
import { OVERLAY } from "@/lib/client/key-targets";

type PopupBoundaryProps = {
  open: boolean;
  onClose: () => void;
  /** The key that opened the popup, if it is also input for it. */
  firstKey?: KeyboardEvent | null;
  children: ReactNode;
};

/** Wraps a lazily loaded popup and buffers the keys pressed until it has the focus. */
export function PopupBoundary({ open, onClose, firstKey = null, children }: PopupBoundaryProps) {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!open) return;
    const overlayBelow = focusedOverlay();
    return bufferKeys({
      isReady: () => focusedOverlay() !== null && focusedOverlay() !== overlayBelow,
      onCancel: () => close(),
      firstKey,
    });
  }, [open, firstKey]);
  return <Suspense fallback={null}>{children}</Suspense>;
}

function focusedOverlay(): Element | null {
  return document.activeElement?.closest(OVERLAY) ?? null;
}
