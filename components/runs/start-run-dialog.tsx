"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { startRun } from "@/lib/actions/start-run";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { SkippedNote } from "./skipped-note";

export type StartRunDialogProps = OpenDialog & {
  runId: string;
  /** "Freeze 1,200 cards" */
  title: string;
  description: string;
  count: number;
  /** Why cards are skipped; null if none is. */
  skipped: string | null;
};

export default function StartRunDialog(props: StartRunDialogProps) {
  const { open, onClose, runId, title, description, count, skipped } = props;
  const { send, isBusy, error } = useAction(startRun);
  const refresh = useRefresh();

  async function confirm() {
    const started = await send({ runId, count });
    refresh();
    if (started.ok) onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`${title}?`}
      description={description}
      confirmLabel={title}
      busy={isBusy}
      fields={<SkippedNote text={skipped} />}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
