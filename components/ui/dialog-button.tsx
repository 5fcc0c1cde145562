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

/** A button that opens a dialog about what was there then; its code travels when the pointer or the focus arrives. */
export function DialogButton<Props extends OpenDialog>({
  dialog: { Component, preload },
  dialogProps,
  ...button
}: DialogButtonProps<Props>) {
  const [open, setOpen] = useState(false);
  // A page that is refreshed meanwhile must not change what the person is asked about.
  const [asked, setAsked] = useState<typeof dialogProps | null>(null);
  const close = () => setOpen(false);
  // What was left out is put back here, which TypeScript cannot follow through a type parameter.
  const props = { ...asked, open, onClose: close } as Props;

  function show() {
    setAsked(dialogProps);
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={show} />
      {asked && (
        <PopupBoundary open={open} onClose={close}>
          <Component {...props} />
        </PopupBoundary>
      )}
    </>
  );
}
