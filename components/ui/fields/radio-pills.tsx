"use client";

import { type ReactNode, useId } from "react";

type RadioPillsProps<Value extends string> = {
  legend: ReactNode;
  name: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  error?: string | undefined;
};

/**
 * A radio group with short labels; use `RadioCards` for options with descriptions. The dot distinguishes the checked
 * option from a focused one.
 */
export function RadioPills<Value extends string>({
  legend,
  name,
  value,
  onChange,
  options,
  error,
}: RadioPillsProps<Value>) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex h-8 items-center gap-2 rounded-full border border-line-strong bg-surface pr-3 pl-2.5 transition-colors duration-quick hover:border-line-control hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 touch:h-10"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-3.5 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-4 checked:border-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
