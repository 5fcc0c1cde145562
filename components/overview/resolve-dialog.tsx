"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { resolveOperation } from "@/lib/actions/resolve-operation";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { REASON_MAX_CHARACTERS } from "@/lib/domain/cards/attention-items";
import { findReasonError } from "./dismiss-dialog";

export type ResolveDialogProps = OpenDialog & { operationId: string; subject: string };

type Outcome = "succeeded" | "failed";

export default function ResolveDialog({ open, onClose, operationId, subject }: ResolveDialogProps) {
  const { send, isBusy, error } = useAction(resolveOperation);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);

  async function confirm() {
    setWasSubmitted(true);
    if (!outcome || findReasonError(reason)) return;
    const result = await send({ operationId, happened: outcome === "succeeded", reason });
    if (!result.ok) return;
    toast({
      title: `Resolved: ${subject}`,
      detail: `Recorded as ${outcome}.`,
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
        name="outcome"
        value={outcome}
        onChange={setOutcome}
        options={[
          { value: "succeeded", label: "Succeeded", detail: "The request doesn’t need to be sent again." },
          { value: "failed", label: "Failed", detail: "It’s safe to send the request again." },
        ]}
        error={wasSubmitted && !outcome ? "Choose an outcome." : undefined}
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
