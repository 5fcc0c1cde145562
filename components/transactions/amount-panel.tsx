"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { amountErrorText, parseAmount } from "./amount-text";

export type AmountPanelProps = {
  min: string | null;
  max: string | null;
  onChange: (amounts: { min: string | null; max: string | null }) => void;
};

export default function AmountPanel({ min, max, onChange }: AmountPanelProps) {
  const [typed, setTyped] = useState({ min: min ?? "", max: max ?? "" });
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const parsedMin = parseAmount(typed.min);
  const parsedMax = parseAmount(typed.max);
  const isMinAboveMax = parsedMin != null && parsedMax != null && Number(parsedMin) > Number(parsedMax);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (parsedMin !== undefined && parsedMax !== undefined && !isMinAboveMax)
      onChange({ min: parsedMin, max: parsedMax });
  }

  return (
    <form onSubmit={submit} noValidate className="flex w-64 flex-col gap-3 p-3">
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="Minimum"
          error={wasSubmitted && parsedMin === undefined ? amountErrorText(typed.min) : undefined}
        >
          <TextInput
            inputMode="decimal"
            value={typed.min}
            onChange={(event) => setTyped({ ...typed, min: event.target.value })}
          />
        </Field>
        <Field
          label="Maximum"
          error={
            wasSubmitted && parsedMax === undefined
              ? amountErrorText(typed.max)
              : wasSubmitted && isMinAboveMax
                ? "Must be at least the minimum"
                : undefined
          }
        >
          <TextInput
            inputMode="decimal"
            value={typed.max}
            onChange={(event) => setTyped({ ...typed, max: event.target.value })}
          />
        </Field>
      </div>
      <p className="text-small text-ink-2">Billed amount in any currency, inclusive.</p>
      <div className="flex justify-end gap-2">
        <Button size="small" tone="ghost" onClick={() => onChange({ min: null, max: null })}>
          Clear
        </Button>
        <Button size="small" tone="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}
