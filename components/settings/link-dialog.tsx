"use client";

import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Dialog } from "@/components/ui/dialog";

export type LinkDialogProps = { open: boolean; name: string; link: string; onClose: () => void };

/** A link that is shown once: we keep its hash only. */
export default function LinkDialog({ open, name, link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`A link for ${name}`}
      description="Whoever opens it chooses the password. It works once, and it is not shown again: send it by a way that only they can read."
      footer={
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyableId id={link} name="link" isWhole />
    </Dialog>
  );
}
