"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { settleOperation } from "@/lib/actions/settle-operation";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention";
import { findReasonError } from "./dismiss-dialog";

export type SettleDialogProps = OpenDialog & { operationId: string; subject: string };

type Answer = "happened" | "did-not-happen";

export default function SettleDialog({ open, onClose, operationId, subject }: SettleDialogProps) {
  const { send, isBusy, error } = useAction(settleOperation);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [reason, setReason] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);

  async function confirm() {
    setWasSubmitted(true);
    if (!answer || findReasonError(reason)) return;
    const happened = answer === "happened";
    const result = await send({ operationId, happened, reason });
    if (!result.ok) return;
    toast({
      title: `Resolved: ${subject}`,
      detail: happened ? "Recorded as succeeded." : "Recorded as failed.",
      tone: "good",
    });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Resolve unknown outcome"
      description={`${subject}: the issuer didn’t respond, and its records are inconclusive. Check with the issuer, then record the outcome.`}
      confirmLabel="Resolve"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <RadioCards
        legend="Outcome"
        isLegendHidden
        name="answer"
        value={answer}
        onChange={setAnswer}
        options={[
          { value: "happened", label: "Succeeded", detail: "The request doesn’t need to be sent again." },
          { value: "did-not-happen", label: "Failed", detail: "It’s safe to send the request again." },
        ]}
        error={wasSubmitted && !answer ? "Choose an outcome." : undefined}
      />
      <Field
        label="Evidence"
        hint="Kept in the audit log. Don’t include personal data."
        error={wasSubmitted ? findReasonError(reason) : undefined}
        count={{ used: reason.trim().length, limit: REASON_MAX_CHARACTERS }}
        required
      >
        <TextInput value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </ConfirmDialog>
  );
}
