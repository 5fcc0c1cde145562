"use client";

import { useRouter } from "next/navigation";
import { useBlockReason } from "@/components/cards/block/use-block-reason";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { planRun } from "@/lib/actions/plan-run";
import { useAction } from "@/lib/client/use-action";
import { BLOCK_REASONS } from "@/lib/domain/cards/block-reason";
import { countOf } from "@/lib/domain/money/numbers";

export type PlanBlockDialogProps = OpenDialog & {
  scope: Parameters<typeof planRun>[1]["scope"];
  count: number;
};

/** Asks for the reason, and leads to the preview. */
export default function PlanBlockDialog({ open, onClose, scope, count }: PlanBlockDialogProps) {
  const { send, isBusy, error } = useAction(planRun);
  const blockReason = useBlockReason(BLOCK_REASONS);
  const router = useRouter();

  async function plan() {
    const reason = blockReason.take();
    if (reason === null) return;
    const planned = await send({ kind: "block", scope, reason });
    if (planned.ok) router.push(`/bulk/${planned.data.runId}`);
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void plan()}
      title={`Why block ${countOf(count, "card")}?`}
      description="The issuer stores the reason on each card. Nothing happens before you have seen the preview."
      confirmLabel="Preview"
      busy={isBusy}
      fields={blockReason.fields}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
