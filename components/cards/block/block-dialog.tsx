"use client";

import { requestedToast } from "@/components/approvals/requested-toast";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { blockCard } from "@/lib/actions/block-card";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { blockReasonsFor } from "@/lib/domain/cards/block-reason";
import { useBlockReason } from "./use-block-reason";

export type BlockDialogProps = OpenDialog & {
  card: { id: string; lastFour: string; cardholderName: string; cardType: string; status: string };
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
  onBlocked: (confirmation: { confirmedAt: string; isVerified: boolean; readAt: string }) => void;
};

export default function BlockDialog({ open, onClose, card, need, onBlocked }: BlockDialogProps) {
  const blockReason = useBlockReason(blockReasonsFor(card.cardType));
  const { send, isBusy, error } = useAction(blockCard);
  const approval = useApprovalNote(need);
  const refresh = useRefresh();

  async function block() {
    const reason = blockReason.take();
    const note = approval.take();
    if (reason === null || note === null) return;
    const result = await send({ cardId: card.id, reason }, note);
    refresh();
    if (!result.ok) return;
    onClose();
    approval.clear();
    if (isApprovalRequested(result.data)) {
      toast(requestedToast(result.data));
      return;
    }
    const { confirmedAt, isReadBack, readAt } = result.data;
    onBlocked({ confirmedAt, isVerified: isReadBack, readAt });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void block()}
      title={`Block the card ending in ${card.lastFour}?`}
      description={
        <>
          This is permanent: a blocked card can’t be unblocked. Every future purchase by {card.cardholderName}{" "}
          with this card will be declined (code R8).
        </>
      }
      confirmLabel={approval.label("Block permanently")}
      cancelLabel={card.status === "FROZEN" ? "Keep frozen" : "Cancel"}
      tone="destructive"
      busy={isBusy}
      fields={
        <>
          {blockReason.fields}
          {approval.fields}
          {approval.isRequest && card.status === "ACTIVE" && (
            <p className="text-small text-ink-2">
              The card keeps working until then. Freeze it to stop it now.
            </p>
          )}
        </>
      }
      typedConfirmation={{
        label: "Type the last four digits to confirm",
        value: card.lastFour,
        findError: (text) => lastFourError(text, card.lastFour),
      }}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

function lastFourError(text: string, lastFour: string): string {
  if (text === "") return "Enter the last four digits of this card.";
  if (!lastFour.startsWith(text)) return "The digits don’t match this card’s last four.";
  const missing = lastFour.length - text.length;
  return missing === 1 ? "Enter 1 more digit." : `Enter ${missing} more digits.`;
}
