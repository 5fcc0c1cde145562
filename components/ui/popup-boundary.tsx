"use client";

import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect } from "react";
import { bufferKeys } from "@/lib/client/buffer-keys";
import { OVERLAY } from "@/lib/client/key-targets";

type PopupBoundaryProps = {
  open: boolean;
  onClose: () => void;
  /** The key that opened it, where that is already something to type. */
  firstKey?: KeyboardEvent | null;
  children: ReactNode;
};

/** Around a popup or dialog that loads on intent: the keys pressed until it has the focus are kept for it. */
export function PopupBoundary({ open, onClose, firstKey = null, children }: PopupBoundaryProps) {
  const leave = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!open) return;
    const below = focusedOverlay();
    return bufferKeys({
      isReady: () => focusedOverlay() !== null && focusedOverlay() !== below,
      onCancel: () => leave(),
      firstKey,
    });
  }, [open, firstKey]);
  return <Suspense fallback={null}>{children}</Suspense>;
}

function focusedOverlay(): Element | null {
  return document.activeElement?.closest(OVERLAY) ?? null;
}
