"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import { Select } from "@/components/ui/fields/select";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { setExceptionState } from "@/lib/actions/set-exception-state";
import { useAction } from "@/lib/client/use-action";
import { countOf } from "@/lib/domain/money/numbers";
import {
  EXCEPTION_REASONS,
  EXCEPTION_STATES,
  type ExceptionReason,
  type ExceptionState,
} from "@/lib/domain/reconciliation/exception";
import {
  NOTE_MAX_CHARACTERS,
  requiresNote,
  requiresReason,
} from "@/lib/domain/reconciliation/exception-limits";
import { showBatch } from "./batch-toast";
import { optionsOf } from "./options-of";
import type { ExceptionTarget } from "./selected-exception";
import { useTargetScope } from "./use-target-scope";

export type Explanation = { reason: ExceptionReason; note: string };

export type StateDialogProps = OpenDialog & {
  target: ExceptionTarget;
  /** Whether the exceptions are of one kind, so that a rule can explain the next ones. */
  canMakeRule: boolean;
  /** With the explanation if the person wants a rule for such exceptions. */
  onDone: (explanation: Explanation | null) => void;
};

const DONE: Record<ExceptionState, string> = {
  open: "opened again",
  explained: "explained",
  waiting: "waiting for the issuer",
  resolved: "resolved",
};

export default function StateDialog({ open, onClose, target, canMakeRule, onDone }: StateDialogProps) {
  const { send, isBusy, error } = useAction(setExceptionState);
  const { count, scope, error: countError } = useTargetScope(target);
  const [state, setState] = useState<ExceptionState>("explained");
  const [reason, setReason] = useState<ExceptionReason | "">("");
  const [note, setNote] = useState("");
  const [makesRule, setMakesRule] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const hasReason = state !== "open";
  const reasonError = requiresReason(state) && reason === "" ? "Choose a reason." : undefined;
  const noteError = findNoteError(note, hasReason && reason !== "" ? reason : null);
  const offersRule = canMakeRule && state === "explained";

  async function confirm() {
    setWasSubmitted(true);
    if (!scope || reasonError || noteError) return;
    const change = { state, reason: hasReason && reason !== "" ? reason : null, note };
    const result = await send({ scope, change });
    if (!result.ok) return;
    showBatch(DONE[state], result.data);
    const wantsRule = offersRule && makesRule && result.data.changed > 0;
    onDone(wantsRule && change.reason ? { reason: change.reason, note } : null);
  }

  const shownError = error ?? countError;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={count === null ? "Update exceptions" : `Update ${countOf(count, "exception")}`}
      description={
        target.is === "all"
          ? "All exceptions that match the filters. If they change before you confirm, nothing is updated."
          : "Exceptions that changed since you selected them are skipped."
      }
      confirmLabel="Update"
      busy={isBusy || (count === null && !countError)}
      error={shownError && <ErrorState error={shownError} isInline />}
    >
      <RadioPills
        legend="State"
        name="state"
        value={state}
        onChange={setState}
        options={optionsOf<ExceptionState>(EXCEPTION_STATES)}
      />
      {hasReason && (
        <Field
          label="Reason"
          required={requiresReason(state)}
          optional={!requiresReason(state)}
          error={wasSubmitted ? reasonError : undefined}
        >
          <Select
            value={reason}
            onChange={(event) => setReason(event.target.value as ExceptionReason | "")}
            placeholder="Choose a reason"
            options={optionsOf<ExceptionReason>(EXCEPTION_REASONS)}
          />
        </Field>
      )}
      <Field
        label="Note"
        hint="Visible to your team. Don’t include personal data."
        error={wasSubmitted ? noteError : undefined}
        count={{ used: note.trim().length, limit: NOTE_MAX_CHARACTERS }}
      >
        <Textarea value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {offersRule && (
        <Checkbox
          label="Make a rule for such exceptions"
          hint="Next, you choose which ones it explains automatically."
          checked={makesRule}
          onChange={(event) => setMakesRule(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

export function findNoteError(note: string, reason: ExceptionReason | null): string | undefined {
  const { length } = note.trim();
  if (length > NOTE_MAX_CHARACTERS) return `Must be at most ${NOTE_MAX_CHARACTERS} characters.`;
  return requiresNote(reason) && length === 0 ? "Describe the reason." : undefined;
}
