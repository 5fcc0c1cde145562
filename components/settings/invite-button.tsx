"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog & { hasMail: boolean }>(() => import("./invite-dialog"));

/** `hasMail`: the invitation is mailed, and nobody else sees its link. */
export function InviteButton({ hasMail }: { hasMail: boolean }) {
  return (
    <DialogButton tone="primary" dialog={dialog} dialogProps={{ hasMail }}>
      Invite person
    </DialogButton>
  );
}
