"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { discardDraft } from "@/lib/actions/discard-draft";
import { useAction } from "@/lib/client/use-action";

export type DiscardDraftDialogProps = OpenDialog & {
  draftId: string;
  /** "the draft for Ada Lovelace" */
  name: string;
  onDiscarded: () => void;
};

export default function DiscardDraftDialog({
  open,
  onClose,
  draftId,
  name,
  onDiscarded,
}: DiscardDraftDialogProps) {
  const { send, isBusy, error } = useAction(discardDraft);

  async function discard() {
    const result = await send({ draftId });
    if (!result.ok) return;
    onClose();
    onDiscarded();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void discard()}
      title={`Discard ${name}?`}
      description="Everything in this draft will be deleted. You can’t undo this."
      confirmLabel="Discard"
      tone="destructive"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
