"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

type ChipProps = Omit<ComponentProps<"button">, "children" | "className"> & {
  name: string;
  /** The current choice: "Frozen", "any". */
  value: ReactNode;
  /** Whether the filter is set. */
  isOn?: boolean;
};

/** A filter button that shows its current choice. */
export function Chip({ name, value, isOn = false, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        "inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-3 text-small transition-colors duration-quick touch:h-9",
        isOn
          ? "border-accent bg-accent-soft text-accent"
          : "border-line-strong bg-surface text-ink-2 hover:border-line-control hover:bg-hover aria-expanded:border-line-control aria-expanded:bg-hover",
      )}
    >
      {name}
      <span className={classNames("truncate font-medium", isOn ? "text-accent" : "text-ink")}>{value}</span>
      <svg
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="-mr-0.5 size-2.5 shrink-0"
      >
        <path d="m2 3.5 3 3 3-3" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
