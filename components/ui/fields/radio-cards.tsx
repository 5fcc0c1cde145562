"use client";

import { type ReactNode, type Ref, useId } from "react";
import { classNames } from "@/components/ui/class-names";

type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Describes the option. */
  detail?: ReactNode;
  /** Shown at the end: an image, a price, a badge. */
  aside?: ReactNode;
  /** Why the option is disabled. */
  unavailable?: string;
};

type RadioCardsProps<Value extends string> = {
  legend: ReactNode;
  isLegendHidden?: boolean;
  name: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  columns?: 1 | 2 | 3;
  error?: string | undefined;
  /** Lets a form focus its first invalid field. */
  ref?: Ref<HTMLInputElement>;
};

const COLUMNS = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" } as const;

/** A radio group whose options have descriptions. */
export function RadioCards<Value extends string>({
  legend,
  isLegendHidden = false,
  name,
  value,
  onChange,
  options,
  columns = 1,
  error,
  ref,
}: RadioCardsProps<Value>) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className={isLegendHidden ? "sr-only" : "mb-1.5 font-medium"}>{legend}</legend>
      <div className={classNames("grid gap-2", COLUMNS[columns])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classNames(
              "relative flex items-start gap-3 rounded-control border bg-surface px-3 py-2.5 transition-colors duration-quick has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              "border-line-strong hover:border-line-control has-checked:border-accent has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent",
              option.unavailable !== undefined && "border-dashed hover:border-line-strong",
            )}
          >
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.unavailable !== undefined}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-control bg-surface outline-none checked:border-[5px] checked:border-accent disabled:opacity-50"
            />
            <span className="min-w-0 flex-1">
              <span
                className={classNames("block font-medium", option.unavailable !== undefined && "text-ink-3")}
              >
                {option.label}
              </span>
              {option.detail != null && (
                <span className="block text-pretty text-small text-ink-2">{option.detail}</span>
              )}
              {option.unavailable && (
                <span className="block text-small text-ink-2">{option.unavailable}</span>
              )}
            </span>
            {option.aside}
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
