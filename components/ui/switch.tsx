"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role" | "children"> & {
  label: ReactNode;
  hint?: ReactNode;
};

// A checkbox tells its state by itself: no aria-checked to keep in step.
const SWITCH = { type: "checkbox", role: "switch" } as const;

/** For what takes effect at once; a choice that waits for a button is a `Checkbox`. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={classNames("flex min-h-6 items-start justify-between gap-6 touch:min-h-10", className)}>
      <span>
        {label}
        {hint != null && <span className="block text-small text-ink-2">{hint}</span>}
      </span>
      <span className="relative mt-px inline-flex shrink-0">
        <input
          {...SWITCH}
          {...rest}
          className="peer h-[1.125rem] w-8 appearance-none rounded-full border border-line-control bg-sunken transition-colors duration-quick checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] size-3 rounded-full bg-line-control transition-[translate,background-color] duration-quick ease-settle peer-checked:translate-x-3.5 peer-checked:bg-accent-ink"
        />
      </span>
    </label>
  );
}
