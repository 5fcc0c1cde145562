"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { renewRecoveryCodes } from "@/lib/actions/renew-recovery-codes";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

export default function RenewCodesDialog({ open, onClose }: OpenDialog) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { send, isBusy, error, clearError } = useAction(renewRecoveryCodes);
  const refresh = useRefresh();

  function close() {
    setCodes(null);
    clearError();
    onClose();
  }

  async function renew() {
    const result = await send({});
    if (!result.ok) return;
    setCodes(result.data.recoveryCodes);
    refresh();
  }

  if (codes) return <RecoveryCodesDialog open={open} onClose={close} codes={codes} />;
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void renew()}
      busy={isBusy}
      title="Create new recovery codes?"
      description="Your earlier codes stop working."
      confirmLabel="Create codes"
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
