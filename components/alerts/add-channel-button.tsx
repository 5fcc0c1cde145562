"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { AddChannelOptions } from "./add-channel-dialog";

const dialog = loadOnIntent<OpenDialog & AddChannelOptions>(() => import("./add-channel-dialog"));

export function AddChannelButton(options: AddChannelOptions) {
  return (
    <DialogButton tone="primary" size="small" dialog={dialog} dialogProps={options}>
      Add channel
    </DialogButton>
  );
}
