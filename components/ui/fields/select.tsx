"use client";

import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldControl } from "./field-context";
import { INPUT_HEIGHT, INPUT_STYLE } from "./input-style";

type SelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
  /** Shown while nothing is selected. */
  placeholder?: string;
};

/** A styled native select, which has type-ahead and the phone's picker built in. Use `Combobox` for long lists. */
export function Select({ options, placeholder, className, id, required, ...rest }: SelectProps) {
  const control = useFieldControl({ id, required });
  return (
    <span className="relative block">
      <select
        {...control}
        {...rest}
        className={classNames(INPUT_STYLE, INPUT_HEIGHT, "appearance-none truncate pr-8", className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <SelectArrow />
    </span>
  );
}

export function SelectArrow() {
  return (
    <svg
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-2.5 size-3 -translate-y-1/2 text-ink-3"
    >
      <path d="M3.5 4.5 6 2l2.5 2.5m-5 3L6 10l2.5-2.5" />
    </svg>
  );
}
