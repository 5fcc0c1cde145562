"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { AddFactorProps } from "./use-finished-factor";

const dialog = loadOnIntent<OpenDialog & AddFactorProps>(() => import("./add-authenticator-dialog"));

export function AddAuthenticatorButton(props: AddFactorProps) {
  return (
    <DialogButton dialog={dialog} dialogProps={props}>
      Add authenticator app
    </DialogButton>
  );
}
