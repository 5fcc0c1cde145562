"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { OpenDialog } from "@/components/ui/dialog-button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { dismissAllAttention } from "@/lib/actions/dismiss-all-attention";
import { dismissAttention } from "@/lib/actions/dismiss-attention";
import { useIntent } from "@/lib/client/operation-id";
import { toast } from "@/lib/client/toast";
import { type GroupDismissibleKind, REASON_LIMIT } from "@/lib/domain/attention";
import type { AppError } from "@/lib/domain/result";

export type DismissDialogProps = OpenDialog & {
  /** One item, or all of a kind that the person saw. */
  dismissed: { key: string } | { kind: GroupDismissibleKind; seen: number };
  subject: string;
};

export default function DismissDialog({ open, onClose, dismissed, subject }: DismissDialogProps) {
  const isGroup = "kind" in dismissed;
  const { operationId, renew } = useIntent();
  const [reason, setReason] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<AppError | null>(null);

  async function confirm() {
    const wrong = reasonProblem(reason);
    setProblem(wrong);
    if (wrong) return;
    setIsBusy(true);
    setFailed(null);
    const result = await ("kind" in dismissed
      ? dismissAllAttention(operationId, { ...dismissed, reason })
      : dismissAttention(operationId, { ...dismissed, reason }));
    setIsBusy(false);
    renew();
    if (!result.ok) return setFailed(result.error);
    toast({ title: `Dismissed: ${subject}`, tone: "good" });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={isGroup ? "Dismiss all of these?" : "Dismiss this?"}
      description={
        isGroup
          ? `${subject}. They go from everyone's overview, and each comes back if it happens again.`
          : `${subject}. It goes from everyone's overview, and comes back if it happens again.`
      }
      confirmLabel={isGroup ? "Dismiss all" : "Dismiss"}
      busy={isBusy}
      error={failed && <ErrorState error={failed} isInline />}
    >
      <Field
        label="Reason"
        hint="Colleagues see it, and it stays in the audit log: no personal data."
        error={problem}
        count={{ used: reason.trim().length, limit: REASON_LIMIT }}
        required
      >
        <TextInput value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </ConfirmDialog>
  );
}

export function reasonProblem(reason: string): string | undefined {
  const { length } = reason.trim();
  if (length === 0) return "Say why, in a few words.";
  return length > REASON_LIMIT ? `At most ${REASON_LIMIT} characters.` : undefined;
}
