"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";

export type DiscardRowsDialogProps = OpenDialog & { onDiscard: () => void };

export default function DiscardRowsDialog({ open, onClose, onDiscard }: DiscardRowsDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onDiscard();
      }}
      title="Discard these rows?"
      description="What you changed here is lost. Your file stays as it is."
      confirmLabel="Discard rows"
      tone="danger"
    />
  );
}
