"use client";

import { useEffect, useRef, useState } from "react";
import { ShapeMark } from "@/components/ui/values/badge";
import { copyText } from "@/lib/client/copy-text";
import { Button, type ButtonProps } from "./button";

type CopyButtonProps = Omit<ButtonProps, "onClick" | "icon" | "children"> & {
  text: string;
  /** "Copy sentence" */
  label: string;
};

const OUTCOME_SHOWN_MS = 1600;

export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"Copied" | "Not copied" | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    const didCopy = await copyText(text);
    clearTimeout(timer.current);
    setOutcome(didCopy ? "Copied" : "Not copied");
    timer.current = setTimeout(() => setOutcome(null), OUTCOME_SHOWN_MS);
  }

  return (
    <>
      <Button {...button} onClick={() => void copy()}>
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={outcome ? "invisible" : undefined}>{label}</span>
          <span aria-hidden="true" className="flex items-center justify-center gap-1">
            {outcome && (
              <>
                <ShapeMark shape={outcome === "Copied" ? "check" : "cross"} />
                {outcome}
              </>
            )}
          </span>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {outcome}
      </span>
    </>
  );
}
