"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { controlRun } from "@/lib/actions/control-run";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { RunKind } from "@/lib/domain/runs/run";

export type CancelRunDialogProps = OpenDialog & { runId: string; kind: RunKind };

// Without a number, because the run goes on meanwhile.
const LEFT = {
  freeze: "Cards that are being frozen now are finished, and no others are frozen.",
  unfreeze: "Cards that are being unfrozen now are finished, and no others are unfrozen.",
  block: "Cards that are being blocked now are finished, and no others are blocked.",
  issue: "Cards that are being issued now are finished, and no others are issued.",
} as const satisfies Record<RunKind, string>;

export default function CancelRunDialog({ open, onClose, runId, kind }: CancelRunDialogProps) {
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
      description={`${LEFT[kind]} What is done stays done.`}
      confirmLabel="Cancel the rest"
      cancelLabel="Keep the run"
      tone="danger"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
