"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

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
      description="They are signed out everywhere at once and cannot sign in. What they did stays in the audit log. You can let them in again."
      confirmLabel="Disable"
      tone="danger"
    />
  );
}
