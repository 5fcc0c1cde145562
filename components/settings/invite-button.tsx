"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog>(() => import("./invite-dialog"));

export function InviteButton() {
  return (
    <DialogButton tone="primary" dialog={dialog} dialogProps={{}}>
      Invite person
    </DialogButton>
  );
}
