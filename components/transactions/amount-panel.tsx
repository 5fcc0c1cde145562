"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { amountHelp, readAmount } from "./amount-words";

export type AmountPanelProps = {
  min: string | null;
  max: string | null;
  onChange: (amounts: { min: string | null; max: string | null }) => void;
};

export default function AmountPanel({ min, max, onChange }: AmountPanelProps) {
  const [typed, setTyped] = useState({ min: min ?? "", max: max ?? "" });
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const least = readAmount(typed.min);
  const most = readAmount(typed.max);
  const isCrossed = least != null && most != null && Number(least) > Number(most);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (least !== undefined && most !== undefined && !isCrossed) onChange({ min: least, max: most });
  }

  return (
    <form onSubmit={submit} noValidate className="flex w-64 flex-col gap-3 p-3">
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="Minimum"
          error={wasSubmitted && least === undefined ? amountHelp(typed.min) : undefined}
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
            wasSubmitted && most === undefined
              ? amountHelp(typed.max)
              : wasSubmitted && isCrossed
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
        <Button size="small" tone="quiet" onClick={() => onChange({ min: null, max: null })}>
          Clear
        </Button>
        <Button size="small" tone="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  );
}
