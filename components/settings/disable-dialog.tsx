"use client";

import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";

export type DisableDialogProps = {
  open: boolean;
  name: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

export default function DisableDialog({ name, ...rest }: DisableDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={`Disable ${name}?`}
      description="They’ll be signed out of every session immediately and can’t sign in. Their audit log entries are kept. You can re-enable them later."
      confirmLabel="Disable"
      tone="danger"
    />
  );
}
