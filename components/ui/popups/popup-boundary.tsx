"use client";

import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useState } from "react";
import { bufferKeys } from "@/lib/client/buffer-keys";
import { DialogOpening } from "@/lib/client/dialog-opening";
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
  const [opening, setOpening] = useState({ isOpen: open, count: 0 });
  if (opening.isOpen !== open) setOpening({ isOpen: open, count: opening.count + (open ? 1 : 0) });
  useLayoutEffect(() => {
    if (!open) return;
    const overlayBelow = focusedOverlay();
    return bufferKeys({
      isReady: () => focusedOverlay() !== null && focusedOverlay() !== overlayBelow,
      onCancel: () => close(),
      firstKey,
    });
  }, [open, firstKey]);
  return (
    <DialogOpening value={opening.count}>
      <Suspense fallback={null}>{children}</Suspense>
    </DialogOpening>
  );
}

function focusedOverlay(): Element | null {
  return document.activeElement?.closest(OVERLAY) ?? null;
}
