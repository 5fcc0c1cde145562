"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { amountErrorText, parseAmount } from "@/components/transactions/amount-text";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { addExceptionRule } from "@/lib/actions/add-exception-rule";
import { getJson } from "@/lib/client/request";
import { useAction } from "@/lib/client/use-action";
import { countOf } from "@/lib/domain/money/numbers";
import {
  EXCEPTION_KINDS,
  EXCEPTION_REASONS,
  type ExceptionKind,
  type ExceptionReason,
} from "@/lib/domain/reconciliation/exception";
import { NOTE_MAX_CHARACTERS } from "@/lib/domain/reconciliation/exception-limits";
import { optionsOf } from "./options-of";
import { showRule } from "./rule-toast";
import { type Explanation, findNoteError } from "./state-dialog";

export type RuleDialogProps = OpenDialog & {
  initial: Explanation & { kind: ExceptionKind; currency: string; merchant: string; maxDifference: string };
  currencies: readonly string[];
  onDone: () => void;
};

export default function RuleDialog({ open, onClose, initial, currencies, onDone }: RuleDialogProps) {
  const { send, isBusy, error } = useAction(addExceptionRule);
  const [rule, setRule] = useState(initial);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const hasDifference = rule.currency !== "";
  const maxDifference = hasDifference ? parseAmount(rule.maxDifference) : null;
  const isInvalidAmount = maxDifference === undefined || maxDifference?.startsWith("-") === true;
  const conditions = {
    kind: rule.kind,
    currency: rule.currency || null,
    merchant: rule.merchant.trim() || null,
    maxDifference: maxDifference ?? null,
  };
  const href = useDeferredValue(fittingHref(conditions));
  const { data, refetch } = useQuery({
    queryKey: ["fitting-exceptions", href],
    queryFn: ({ signal }) => getJson<{ count: number }>(href, signal),
    enabled: !isInvalidAmount,
    staleTime: 0,
    gcTime: 0,
  });
  const isCounted = data !== undefined && href === fittingHref(conditions) && !isInvalidAmount;
  const noteError = findNoteError(rule.note, rule.reason);

  async function confirm() {
    setWasSubmitted(true);
    if (!isCounted || noteError) return;
    const result = await send({ conditions, reason: rule.reason, note: rule.note, seen: data.count });
    if (!result.ok) {
      void refetch();
      return;
    }
    showRule(result.data);
    onDone();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Add a rule"
      description="Exceptions that meet all conditions are explained automatically, now and after each comparison. You can end the rule at any time."
      confirmLabel="Add rule"
      busy={isBusy}
      error={error && <ErrorState error={error} isInline />}
    >
      <Field label="Exception">
        <Select
          value={rule.kind}
          onChange={(event) => setRule({ ...rule, kind: event.target.value as ExceptionKind })}
          options={optionsOf<ExceptionKind>(EXCEPTION_KINDS)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Currency" optional>
          <Select
            value={rule.currency}
            onChange={(event) => setRule({ ...rule, currency: event.target.value })}
            placeholder="Any"
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field
          label="Largest difference"
          optional
          hint={hasDifference ? undefined : "Needs a currency."}
          error={isInvalidAmount ? amountErrorText(rule.maxDifference) : undefined}
        >
          <TextInput
            inputMode="decimal"
            disabled={!hasDifference}
            value={hasDifference ? rule.maxDifference : ""}
            onChange={(event) => setRule({ ...rule, maxDifference: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Merchant" optional hint="The whole name, as in the file.">
        <TextInput
          value={rule.merchant}
          onChange={(event) => setRule({ ...rule, merchant: event.target.value })}
          maxLength={200}
        />
      </Field>
      <Field label="Reason">
        <Select
          value={rule.reason}
          onChange={(event) => setRule({ ...rule, reason: event.target.value as ExceptionReason })}
          options={optionsOf<ExceptionReason>(EXCEPTION_REASONS)}
        />
      </Field>
      <Field
        label="Note"
        error={wasSubmitted ? noteError : undefined}
        count={{ used: rule.note.trim().length, limit: NOTE_MAX_CHARACTERS }}
      >
        <Textarea value={rule.note} onChange={(event) => setRule({ ...rule, note: event.target.value })} />
      </Field>
      <p role="status" className="text-ink-2">
        {isCounted ? `Explains ${countOf(data.count, "open exception")} now.` : "Counting open exceptions…"}
      </p>
    </ConfirmDialog>
  );
}

function fittingHref(conditions: Record<string, string | null>): string {
  const parameters = Object.entries(conditions).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/api/reconciliation/exceptions/fitting?${new URLSearchParams(parameters)}`;
}
