"use client";

import Keyboard from "lucide-react/icons/keyboard";
import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";

const dialog = loadOnIntent<OpenDialog>(() => import("./shortcuts-dialog"));

export function ShortcutsButton() {
  const [open, setOpen] = useState(false);
  const [isMounted, setIsMounted] = useState(false);

  function show() {
    setIsMounted(true);
    setOpen(true);
  }

  useShortcut({ keys: "?", label: "Keyboard shortcuts", group: "Anywhere" }, show);

  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={show}
        className="touch:hidden"
      >
        <Keyboard strokeWidth={1.6} className="size-4" aria-hidden="true" />
      </IconButton>
      {isMounted && (
        <PopupBoundary open={open} onClose={() => setOpen(false)}>
          <dialog.Component open={open} onClose={() => setOpen(false)} />
        </PopupBoundary>
      )}
    </>
  );
}
