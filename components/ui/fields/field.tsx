"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { FieldContext } from "./field-context";

type FieldProps = {
  label: ReactNode;
  /** The rule, shown before it is violated. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. */
  error?: string | undefined;
  /** Characters used and allowed: `{ used: 12, limit: 26 }`. */
  count?: { used: number; limit: number };
  required?: boolean;
  /** Marks the field as optional. */
  optional?: boolean;
  /** For screen readers only, if the context is clear. */
  isLabelHidden?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A label, an input from `components/ui`, a hint and an error. */
export function Field({
  label,
  hint,
  error,
  count,
  required = false,
  optional = false,
  isLabelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(error && errorId, hint != null && hintId) || undefined;
  const isTooLong = count !== undefined && count.used > count.limit;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <div className={isLabelHidden ? "sr-only" : "flex items-baseline justify-between gap-3"}>
        <label htmlFor={id} className="font-medium">
          {label}
          {optional && <span className="font-normal text-ink-3"> (optional)</span>}
        </label>
        {count && (
          <span className={classNames("text-small", isTooLong ? "font-medium text-bad" : "text-ink-3")}>
            <span className="sr-only">{isTooLong ? "Too long: " : "Characters: "}</span>
            {count.used}/{count.limit}
          </span>
        )}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired: required }}>
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} className="flex gap-1.5 text-small text-bad">
          <svg viewBox="0 0 12 12" aria-hidden="true" className="mt-[3px] size-3 shrink-0" fill="none">
            <path d="M6 1 11.2 10.5H.8Z" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
            <path d="M6 4.5v2.6M6 8.4v.6" stroke="currentColor" strokeWidth="1.2" />
          </svg>
          {error}
        </p>
      )}
      {hint != null && (
        <p id={hintId} className="text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
