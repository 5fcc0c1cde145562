"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { SignOffDialogProps } from "./sign-off-dialog";

const dialog = loadOnIntent<SignOffDialogProps>(() => import("./sign-off-dialog"));

type SignOffButtonProps = Omit<SignOffDialogProps, "open" | "onClose"> & {
  isAgain: boolean;
  /** Why it can't be signed off now. */
  unavailable: string | undefined;
};

export function SignOffButton({ isAgain, unavailable, ...dialogProps }: SignOffButtonProps) {
  return (
    <DialogButton tone="primary" dialog={dialog} dialogProps={dialogProps} unavailable={unavailable}>
      {isAgain ? "Sign off again" : "Sign off"}
    </DialogButton>
  );
}
