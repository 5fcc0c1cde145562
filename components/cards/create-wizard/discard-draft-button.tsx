"use client";

import type { ReactNode } from "react";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { DiscardDraftDialogProps } from "./discard-draft-dialog";

const dialog = loadOnIntent<DiscardDraftDialogProps>(() => import("./discard-draft-dialog"));

type DiscardDraftButtonProps = Pick<DiscardDraftDialogProps, "draftId" | "name" | "onDiscarded"> & {
  label?: string;
  children: ReactNode;
};

export function DiscardDraftButton({ label, children, ...dialogProps }: DiscardDraftButtonProps) {
  return (
    <DialogButton size="small" aria-label={label} dialog={dialog} dialogProps={dialogProps}>
      {children}
    </DialogButton>
  );
}
