"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { controlRun } from "@/lib/actions/control-run";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";

export type CancelRunDialogProps = OpenDialog & { runId: string; waiting: number };

export default function CancelRunDialog({ open, onClose, runId, waiting }: CancelRunDialogProps) {
  const { send, isBusy, error } = useAction(controlRun);
  const refresh = useRefresh();

  async function confirm() {
    const canceled = await send({ runId, to: "canceled" });
    refresh();
    if (canceled.ok) onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Cancel the rest?"
      description={`${countOf(waiting, "card")} are left alone. What was done stays done.`}
      confirmLabel="Cancel the rest"
      cancelLabel="Go on"
      tone="danger"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
