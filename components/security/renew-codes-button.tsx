"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog>(() => import("./renew-codes-dialog"));

export function RenewCodesButton() {
  return (
    <DialogButton dialog={dialog} dialogProps={{}}>
      Create new codes
    </DialogButton>
  );
}
