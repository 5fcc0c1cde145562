"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { AddPasskeyProps } from "./add-passkey-dialog";

const dialog = loadOnIntent<OpenDialog & AddPasskeyProps>(() => import("./add-passkey-dialog"));

export function AddPasskeyButton(props: AddPasskeyProps) {
  return (
    <DialogButton dialog={dialog} dialogProps={props}>
      Add passkey
    </DialogButton>
  );
}
