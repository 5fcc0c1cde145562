"use client";

import { Button } from "@/components/ui/buttons/button";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { Dialog } from "@/components/ui/popups/dialog";

export type SecretDialogProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  secret: string;
  /** The secret before signs too, for a day. */
  isRotated?: boolean;
};

export default function SecretDialog({ open, onClose, name, secret, isRotated = false }: SecretDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Secret of ${name}`}
      description={`Your receiver checks the signature of each message with it. It won’t be shown again.${
        isRotated ? " The secret before works for another 24 hours." : ""
      }`}
      footer={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyableId id={secret} name="secret" isFull />
    </Dialog>
  );
}
