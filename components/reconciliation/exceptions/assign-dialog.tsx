"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { assignExceptions } from "@/lib/actions/assign-exceptions";
import { useAction } from "@/lib/client/use-action";
import { countOf } from "@/lib/domain/money/numbers";
import { showBatch } from "./batch-toast";
import type { ExceptionTarget } from "./selected-exception";
import { useTargetScope } from "./use-target-scope";

export type AssignDialogProps = OpenDialog & {
  target: ExceptionTarget;
  owners: readonly { id: string; name: string }[];
  onDone: () => void;
};

export default function AssignDialog({ open, onClose, target, owners, onDone }: AssignDialogProps) {
  const { send, isBusy, error } = useAction(assignExceptions);
  const { count, scope, error: countError } = useTargetScope(target);
  const [ownerId, setOwnerId] = useState("");

  async function confirm() {
    if (!scope) return;
    const result = await send({ scope, ownerId: ownerId || null });
    if (!result.ok) return;
    showBatch(ownerId ? "assigned" : "unassigned", result.data);
    onDone();
  }

  const shownError = error ?? countError;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={count === null ? "Assign exceptions" : `Assign ${countOf(count, "exception")}`}
      description="Everyone on the team sees who the owner is."
      confirmLabel="Assign"
      busy={isBusy || (count === null && !countError)}
      error={shownError && <ErrorState error={shownError} isInline />}
    >
      <Field label="Owner">
        <Select
          value={ownerId}
          onChange={(event) => setOwnerId(event.target.value)}
          placeholder="Unassigned"
          options={owners.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </ConfirmDialog>
  );
}
