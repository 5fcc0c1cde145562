"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { activateRestoredCopy } from "@/lib/actions/activate-restored-copy";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";

export default function ActivateCopyDialog({ open, onClose }: OpenDialog) {
  const { send, isBusy, error } = useAction(activateRestoredCopy);
  const refresh = useRefresh();

  async function activate() {
    const result = await send({});
    if (!result.ok) return;
    toast({ title: "This copy is active", tone: "good" });
    refresh();
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void activate()}
      busy={isBusy}
      title="Activate this copy?"
      description="From now on it sends email, alerts, and report requests, starting with those that waited when the backup was taken. Stop the dashboard that it was copied from first: otherwise everything is sent twice. This can’t be undone."
      confirmLabel="Activate this copy"
      tone="destructive"
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
