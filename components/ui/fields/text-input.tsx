"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldControl } from "./field-context";
import { INPUT_HEIGHT, INPUT_STYLE } from "./input-style";

type TextInputProps = ComponentProps<"input"> & {
  /** Replaced by `lead`, which is shown before the text: a currency, an icon. */
  prefix?: never;
  lead?: ReactNode;
  mono?: boolean;
};

export function TextInput({ lead, mono = false, className, id, required, ...rest }: TextInputProps) {
  const control = useFieldControl({ id, required });
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...control}
      {...rest}
      className={classNames(
        INPUT_STYLE,
        INPUT_HEIGHT,
        mono && "font-mono",
        lead != null && "pl-8",
        className,
      )}
    />
  );
  if (lead == null) return input;
  return (
    <span className="relative block">
      <span className="pointer-events-none absolute inset-y-0 left-0 grid w-8 place-items-center text-ink-3">
        {lead}
      </span>
      {input}
    </span>
  );
}
