"use client";

import { Button } from "@/components/ui/buttons/button";
import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { Dialog } from "@/components/ui/popups/dialog";

export type LinkDialogProps = { open: boolean; name: string; link: string; onClose: () => void };

/** The link is shown only once, because only its hash is stored. */
export default function LinkDialog({ open, name, link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`One-time link for ${name}`}
      description="Anyone with this link can set the password. The link works once and won’t be shown again, so send it privately."
      footer={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyableId id={link} name="link" isFull />
    </Dialog>
  );
}
