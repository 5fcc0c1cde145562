"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { OpenDialog } from "@/components/ui/dialog-button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { RadioCards } from "@/components/ui/radio-cards";
import { TextInput } from "@/components/ui/text-input";
import { settleOperation } from "@/lib/actions/settle-operation";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { REASON_LIMIT } from "@/lib/domain/attention";
import { reasonProblem } from "./dismiss-dialog";

export type SettleDialogProps = OpenDialog & { settledId: string; subject: string };

type Answer = "happened" | "did-not-happen";

export default function SettleDialog({ open, onClose, settledId, subject }: SettleDialogProps) {
  const { send, isBusy, error } = useAction(settleOperation);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);

  async function confirm() {
    setWasTried(true);
    if (!answer || reasonProblem(reason)) return;
    const happened = answer === "happened";
    const result = await send({ operationId: settledId, happened, reason });
    if (!result.ok) return;
    toast({
      title: `Settled: ${subject}`,
      detail: happened ? "It happened." : "It did not happen.",
      tone: "good",
    });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Did it happen?"
      description={`${subject}: no answer came, and the issuer's records cannot tell. Look there, or ask the issuer, then say here what you found.`}
      confirmLabel="Settle"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <RadioCards
        legend="What became of it"
        isLegendHidden
        name="answer"
        value={answer}
        onChange={setAnswer}
        options={[
          { value: "happened", label: "It happened", detail: "Nothing has to be sent again." },
          { value: "did-not-happen", label: "It did not happen", detail: "Sending it once more is safe." },
        ]}
        error={wasTried && !answer ? "Choose one of the two." : undefined}
      />
      <Field
        label="How do you know?"
        hint="It stays in the audit log: no personal data."
        error={wasTried ? reasonProblem(reason) : undefined}
        count={{ used: reason.trim().length, limit: REASON_LIMIT }}
        required
      >
        <TextInput value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
      </Field>
    </ConfirmDialog>
  );
}
