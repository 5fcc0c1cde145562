"use client";

import { Suspense, useState } from "react";
import type { LoadedOnIntent } from "@/lib/client/load-on-intent";
import { Button, type ButtonProps } from "./button";

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
  // What was left out is put back here, which TypeScript cannot follow through a type parameter.
  const props = { ...dialogProps, open, onClose: () => setOpen(false) } as Props;

  function show() {
    setWasOpened(true);
    setOpen(true);
  }

  return (
    <>
      <Button {...button} aria-haspopup="dialog" onPointerEnter={preload} onFocus={preload} onClick={show} />
      {wasOpened && (
        <Suspense fallback={null}>
          <Component {...props} />
        </Suspense>
      )}
    </>
  );
}
