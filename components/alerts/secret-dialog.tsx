"use client";

import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
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
      isDismissible={false}
      title={`Secret of ${name}`}
      description={`Your receiver checks the signature of each message with it. It won’t be shown again.${
        isRotated ? " The secret before works for another 24 hours." : ""
      }`}
      footer={
        <>
          <CopyButton text={secret} label="Copy secret" />
          <Button tone="primary" onClick={onClose}>
            I’ve stored it
          </Button>
        </>
      }
    >
      <code className="break-all font-mono">{secret}</code>
    </Dialog>
  );
}
