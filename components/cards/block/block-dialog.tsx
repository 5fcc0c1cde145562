"use client";

import { useState } from "react";
import { requestedToast } from "@/components/approvals/requested-toast";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { blockCard } from "@/lib/actions/block-card";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import {
  BLOCK_REASON_MAX_CHARACTERS,
  type BlockReason,
  blockReasonsFor,
  isFraudReason,
} from "@/lib/domain/cards/block-reason";
import { countCharacters } from "@/lib/domain/text/characters";

export type BlockDialogProps = OpenDialog & {
  card: { id: string; lastFour: string; cardholderName: string; cardType: string; status: string };
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
  onBlocked: (confirmation: { confirmedAt: string; isVerified: boolean; readAt: string }) => void;
};

const OTHER = "other";
type Choice = BlockReason | typeof OTHER;

export default function BlockDialog({ open, onClose, card, need, onBlocked }: BlockDialogProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [otherReason, setOtherReason] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { send, isBusy, error } = useAction(blockCard);
  const approval = useApprovalNote(need);
  const refresh = useRefresh();
  const reason = choice === OTHER ? otherReason.trim() : (choice ?? "");
  const isTooLong = countCharacters(otherReason) > BLOCK_REASON_MAX_CHARACTERS;

  async function block() {
    setWasSubmitted(true);
    const note = approval.take();
    if (reason === "" || (choice === OTHER && isTooLong) || note === null) return;
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
          <RadioPills
            legend="Reason"
            name="block-reason"
            value={choice}
            onChange={setChoice}
            options={[
              ...blockReasonsFor(card.cardType).map((value) => ({ value, label: capitalize(value) })),
              { value: OTHER, label: "Other" },
            ]}
            error={wasSubmitted && choice === null ? "Choose a reason." : undefined}
          />
          {choice === OTHER && (
            <Field
              label="Other reason"
              hint="The issuer stores the reason on the card. Don’t include names or numbers."
              count={{ used: countCharacters(otherReason), limit: BLOCK_REASON_MAX_CHARACTERS }}
              error={otherReasonError({ otherReason, isTooLong, wasSubmitted })}
              required
            >
              <Textarea
                value={otherReason}
                onChange={(event) => setOtherReason(event.target.value)}
                rows={2}
              />
            </Field>
          )}
          {isFraudReason(reason) && (
            <p className="text-small text-ink-2">
              The issuer treats this reason as suspected fraud and will also reject any later freeze.
            </p>
          )}
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

function otherReasonError(input: {
  otherReason: string;
  isTooLong: boolean;
  wasSubmitted: boolean;
}): string | undefined {
  if (input.isTooLong) return `Must be at most ${BLOCK_REASON_MAX_CHARACTERS} characters.`;
  return input.wasSubmitted && input.otherReason.trim() === "" ? "Enter a reason." : undefined;
}

function lastFourError(text: string, lastFour: string): string {
  if (text === "") return "Enter the last four digits of this card.";
  if (!lastFour.startsWith(text)) return "The digits don’t match this card’s last four.";
  const missing = lastFour.length - text.length;
  return missing === 1 ? "Enter 1 more digit." : `Enter ${missing} more digits.`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
