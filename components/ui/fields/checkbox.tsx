"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  label: ReactNode;
  hint?: ReactNode;
};

const BOX =
  "size-4 shrink-0 appearance-none rounded-[4px] border border-line-control bg-surface transition-colors duration-quick checked:border-accent checked:bg-accent hover:border-ink-3 disabled:opacity-50 aria-invalid:border-bad";

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classNames(
        "flex min-h-6 items-start gap-2.5 py-0.5 touch:min-h-10 touch:items-center",
        className,
      )}
    >
      <span className="relative mt-0.5 grid place-items-center touch:mt-0">
        <input type="checkbox" {...rest} className={classNames("peer col-start-1 row-start-1", BOX)} />
        <svg
          viewBox="0 0 12 12"
          fill="none"
          aria-hidden="true"
          className="pointer-events-none col-start-1 row-start-1 size-3 text-accent-ink opacity-0 peer-checked:opacity-100"
        >
          <path
            d="m2.4 6.3 2.5 2.5 4.7-5.4"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      <span>
        {label}
        {hint != null && <span className="block text-small text-ink-2">{hint}</span>}
      </span>
    </label>
  );
}
