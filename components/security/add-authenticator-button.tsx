"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog>(() => import("./add-authenticator-dialog"));

export function AddAuthenticatorButton() {
  return (
    <DialogButton dialog={dialog} dialogProps={{}}>
      Add authenticator app
    </DialogButton>
  );
}
