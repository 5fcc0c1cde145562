"use client";

import { useState } from "react";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import type { LoadedOnIntent } from "@/lib/client/load-on-intent";
import { Button, type ButtonProps } from "./button";

export type OpenDialog = { open: boolean; onClose: () => void };

type DialogButtonProps<Props extends OpenDialog> = ButtonProps & {
  dialog: LoadedOnIntent<Props>;
  dialogProps: Omit<Props, keyof OpenDialog>;
};

/** Opens a dialog whose code loads on hover or focus. */
export function DialogButton<Props extends OpenDialog>({
  dialog: { Component, preload },
  dialogProps,
  ...button
}: DialogButtonProps<Props>) {
  const [open, setOpen] = useState(false);
  // Fixed when the dialog opens, because a refresh must not change what the person confirms.
  const [openedProps, setOpenedProps] = useState<typeof dialogProps | null>(null);
  const close = () => setOpen(false);
  // TypeScript can't infer that the omitted props are added back.
  const props = { ...openedProps, open, onClose: close } as Props;

  function show() {
    setOpenedProps(dialogProps);
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={show} />
      {openedProps && (
        <PopupBoundary open={open} onClose={close}>
          <Component {...props} />
        </PopupBoundary>
      )}
    </>
  );
}
