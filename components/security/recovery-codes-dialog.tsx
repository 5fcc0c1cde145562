"use client";

import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Dialog } from "@/components/ui/popups/dialog";
import { RecoveryCodes } from "./recovery-codes";

export function RecoveryCodesDialog({ open, onClose, codes }: OpenDialog & { codes: readonly string[] }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isDismissible={false}
      title="Recovery codes"
      description="Each signs you in once, if you lose your other factors. They won’t be shown again: keep them where only you can find them."
      footer={
        <Button tone="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
