"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { RemovedFactor } from "./remove-factor-dialog";

const dialog = loadOnIntent<OpenDialog & RemovedFactor>(() => import("./remove-factor-dialog"));

export function RemoveFactorButton(factor: RemovedFactor) {
  return (
    <DialogButton dialog={dialog} dialogProps={factor} aria-label={`Remove ${factor.name}`}>
      Remove
    </DialogButton>
  );
}
