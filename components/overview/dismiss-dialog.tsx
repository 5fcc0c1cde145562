"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { dismissAllAttention } from "@/lib/actions/dismiss-all-attention";
import { dismissAttention } from "@/lib/actions/dismiss-attention";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { type GroupDismissibleKind, REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention-items";
import { dismissedToast } from "./attention-text";

export type DismissDialogProps = OpenDialog & {
  /** One item, or all items of a kind that the person saw. */
  target: DismissTarget;
  subject: string;
};

type DismissTarget = { key: string } | { kind: GroupDismissibleKind; fingerprint: string };

function dismiss(operationId: string, input: DismissTarget & { reason: string }) {
  return "kind" in input ? dismissAllAttention(operationId, input) : dismissAttention(operationId, input);
}

export default function DismissDialog({ open, onClose, target, subject }: DismissDialogProps) {
  const isGroup = "kind" in target;
  const { send, isBusy, error } = useAction(dismiss);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string>();

  async function confirm() {
    const invalid = findReasonError(reason);
    setReasonError(invalid);
    if (invalid) return;
    const result = await send({ ...target, reason });
    if (!result.ok) return;
    toast(dismissedToast(target, result.data.dismissed, subject));
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={isGroup ? "Dismiss all items?" : "Dismiss this item?"}
      description={
        isGroup
          ? `${subject}. These items are removed from everyone’s overview. An item comes back if it happens again.`
          : `${subject}. This item is removed from everyone’s overview. It comes back if it happens again.`
      }
      confirmLabel={isGroup ? "Dismiss all" : "Dismiss"}
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <Field
        label="Reason"
        hint="Visible to your team and kept in the audit log. Don’t include personal data."
        error={reasonError}
        count={{ used: reason.trim().length, limit: REASON_MAX_CHARACTERS }}
        required
      >
        <TextInput value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </ConfirmDialog>
  );
}

export function findReasonError(reason: string): string | undefined {
  const { length } = reason.trim();
  if (length === 0) return "Enter a reason.";
  return length > REASON_MAX_CHARACTERS ? `Must be at most ${REASON_MAX_CHARACTERS} characters.` : undefined;
}
