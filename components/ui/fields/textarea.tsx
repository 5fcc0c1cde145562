"use client";

import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldControl } from "./field-context";
import { INPUT_STYLE } from "./input-style";

/** Grows with its content, if the browser supports it. */
export function Textarea({ className, id, required, rows = 3, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl({ id, required });
  return (
    <textarea
      rows={rows}
      {...control}
      {...rest}
      className={classNames(INPUT_STYLE, "field-sizing-content min-h-16 py-1.5", className)}
    />
  );
}
