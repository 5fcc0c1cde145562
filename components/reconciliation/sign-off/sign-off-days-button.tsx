"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { countOf } from "@/lib/domain/money/numbers";
import type { SignOffDaysDialogProps } from "./sign-off-days-dialog";

const dialog = loadOnIntent<SignOffDaysDialogProps>(() => import("./sign-off-days-dialog"));

export function SignOffDaysButton(dialogProps: Omit<SignOffDaysDialogProps, "open" | "onClose">) {
  return (
    <DialogButton tone="primary" dialog={dialog} dialogProps={dialogProps}>
      Sign off {countOf(dialogProps.days.length, "day")}
    </DialogButton>
  );
}
