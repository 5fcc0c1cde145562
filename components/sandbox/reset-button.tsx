"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog>(() => import("./reset-dialog"));

export function ResetButton() {
  return (
    <DialogButton tone="danger" dialog={dialog} dialogProps={{}}>
      Reset sandbox
    </DialogButton>
  );
}
