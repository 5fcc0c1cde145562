"use client";

import { useState } from "react";
import type { LoadedOnIntent } from "@/lib/client/load-on-intent";
import { Button, type ButtonProps } from "./button";
import { PopupBoundary } from "./popup-boundary";

export type OpenDialog = { open: boolean; onClose: () => void };

type DialogButtonProps<Props extends OpenDialog> = ButtonProps & {
  dialog: LoadedOnIntent<Props>;
  dialogProps: Omit<Props, keyof OpenDialog>;
};

/** A button that opens a dialog, whose code travels when the pointer or the focus arrives. */
export function DialogButton<Props extends OpenDialog>({
  dialog: { Component, preload },
  dialogProps,
  ...button
}: DialogButtonProps<Props>) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const close = () => setOpen(false);
  // What was left out is put back here, which TypeScript cannot follow through a type parameter.
  const props = { ...dialogProps, open, onClose: close } as Props;

  function show() {
    setWasOpened(true);
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={show} />
      {wasOpened && (
        <PopupBoundary open={open} onClose={close}>
          <Component {...props} />
        </PopupBoundary>
      )}
    </>
  );
}
