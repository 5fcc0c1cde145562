"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog & { hasMail: boolean }>(() => import("./add-channel-dialog"));

export function AddChannelButton({ hasMail }: { hasMail: boolean }) {
  return (
    <DialogButton tone="primary" size="small" dialog={dialog} dialogProps={{ hasMail }}>
      Add channel
    </DialogButton>
  );
}
