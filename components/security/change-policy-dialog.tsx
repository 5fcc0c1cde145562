"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { TextInput } from "@/components/ui/fields/text-input";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { changeFactorPolicy } from "@/lib/actions/change-factor-policy";
import { fieldSentence } from "@/lib/client/field-message";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import {
  FACTOR_RULE_LABELS,
  FACTOR_RULES,
  type FactorPolicy,
  type FactorRule,
} from "@/lib/domain/people/factor-policy";

export type ChangePolicyProps = OpenDialog & { policy: FactorPolicy };

const HINTS: Record<FactorRule, string> = {
  off: "Nobody with this role can add one. Existing ones still count.",
  optional: "Asked for at sign-in if the person has one.",
  required: "After the grace period, Cardwell opens only once the person has added one.",
};

export default function ChangePolicyDialog({ open, onClose, policy }: ChangePolicyProps) {
  const formId = useId();
  const [rule, setRule] = useState<FactorRule>(policy.rule);
  const [days, setDays] = useState(String(policy.graceDays));
  const { send, isBusy, error } = useAction(changeFactorPolicy);
  const refresh = useRefresh();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const graceDays = /^\d{1,3}$/.test(days.trim()) ? Number(days) : Number.NaN;
    const result = await send({ role: policy.role, rule, graceDays });
    if (!result.ok) return;
    refresh();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title={`Second factor for ${policy.role}`}
      description="Applies to everyone with this role, with their next request."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Second factor" hint={HINTS[rule]} required>
          <Select
            value={rule}
            onChange={(event) => setRule(event.target.value as FactorRule)}
            options={FACTOR_RULES.map((value) => ({ value, label: FACTOR_RULE_LABELS[value] }))}
          />
        </Field>
        {rule === "required" && (
          <Field
            label="Grace period in days"
            hint="From today, or from when the account was created. 0 for none."
            error={fieldSentence(error?.fields?.graceDays)}
            required
          >
            <TextInput value={days} onChange={(event) => setDays(event.target.value)} inputMode="numeric" />
          </Field>
        )}
        {error && !error.fields && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}
