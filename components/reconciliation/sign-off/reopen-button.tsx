"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ReopenDialogProps } from "./reopen-dialog";

const dialog = loadOnIntent<ReopenDialogProps>(() => import("./reopen-dialog"));

type ReopenButtonProps = Omit<ReopenDialogProps, "open" | "onClose"> & {
  /** Why it can't be reopened now. */
  unavailable: string | undefined;
};

export function ReopenButton({ unavailable, ...dialogProps }: ReopenButtonProps) {
  return (
    <DialogButton dialog={dialog} dialogProps={dialogProps} unavailable={unavailable}>
      Reopen
    </DialogButton>
  );
}
