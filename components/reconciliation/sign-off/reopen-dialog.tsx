"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { reopenPeriod } from "@/lib/actions/reopen-period";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { REOPEN_REASON_MAX_CHARACTERS } from "@/lib/domain/reconciliation/sign-off";
import { countCharacters } from "@/lib/domain/text/characters";

export type ReopenDialogProps = OpenDialog & { period: string; name: string };

export default function ReopenDialog({ open, onClose, period, name }: ReopenDialogProps) {
  const [reason, setReason] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { send, isBusy, error } = useAction(reopenPeriod);
  const refresh = useRefresh();
  const length = countCharacters(reason);
  const isTooLong = length > REOPEN_REASON_MAX_CHARACTERS;

  async function confirm() {
    setWasSubmitted(true);
    if (reason.trim() === "" || isTooLong) return;
    const result = await send({ period, reason });
    refresh();
    if (!result.ok) return;
    onClose();
    toast({ title: `${name} reopened`, tone: "good" });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Reopen ${name}?`}
      description="The sign-off ends. It stays in the history with your reason."
      confirmLabel="Reopen"
      tone="danger"
      busy={isBusy}
      fields={
        <Field
          label="Reason"
          hint="Visible to your team and kept in the audit log. Don’t include card numbers."
          count={{ used: length, limit: REOPEN_REASON_MAX_CHARACTERS }}
          error={reasonError({ reason, isTooLong, wasSubmitted })}
          required
        >
          <Textarea value={reason} onChange={(event) => setReason(event.target.value)} rows={2} />
        </Field>
      }
      error={error && <ErrorState error={error} isInline />}
    />
  );
}

type ReasonState = { reason: string; isTooLong: boolean; wasSubmitted: boolean };

function reasonError({ reason, isTooLong, wasSubmitted }: ReasonState): string | undefined {
  if (isTooLong) return `Must be at most ${REOPEN_REASON_MAX_CHARACTERS} characters.`;
  return wasSubmitted && reason.trim() === "" ? "Enter a reason." : undefined;
}
