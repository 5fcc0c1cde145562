"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { endExceptionRule } from "@/lib/actions/end-exception-rule";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { showBatch } from "./batch-toast";

export type EndRuleDialogProps = OpenDialog & { ruleId: string; explained: number };

export default function EndRuleDialog({ open, onClose, ruleId, explained }: EndRuleDialogProps) {
  const { send, isBusy, error } = useAction(endExceptionRule);
  const refresh = useRefresh();
  const [reopens, setReopens] = useState(false);

  async function confirm() {
    const result = await send({ ruleId, reopens });
    if (!result.ok) return;
    if (result.data.reopened) showBatch("opened again", result.data.reopened);
    else toast({ title: "Rule ended", tone: "good" });
    refresh();
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="End this rule?"
      description="It won’t explain any more exceptions."
      confirmLabel="End rule"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      {explained > 0 && (
        <Checkbox
          label={`Open ${countOf(explained, "exception")} again`}
          hint="The exceptions that this rule explains. You can undo it."
          checked={reopens}
          onChange={(event) => setReopens(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
