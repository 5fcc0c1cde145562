"use client";

import { useEffect, useRef, useState } from "react";
import { copyText } from "@/lib/client/copy-text";
import { ShapeMark } from "./badge";
import { classNames } from "./class-names";
import { useRovingTabIndex } from "./roving";
import { shortenMiddle } from "./shorten";

type CopyableIdProps = {
  id: string;
  /** What it is the id of, for those who hear it: "card id". */
  name?: string;
  /** Shows all of it. */
  isWhole?: boolean;
  className?: string | undefined;
};

const SAID_MS = 1600;

/** Click copies all of it, however little is shown. */
export function CopyableId({ id, name = "id", isWhole = false, className }: CopyableIdProps) {
  const [outcome, setOutcome] = useState<"Copied" | "Not copied" | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tabIndex = useRovingTabIndex();
  const shown = isWhole ? id : shortenMiddle(id);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    const didCopy = await copyText(id);
    clearTimeout(timer.current);
    setOutcome(didCopy ? "Copied" : "Not copied");
    timer.current = setTimeout(() => setOutcome(null), SAID_MS);
  }

  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={copy}
      aria-label={`Copy ${name} ${id}`}
      data-tip={outcome ? undefined : shown === id ? "Copy" : id}
      className={classNames(
        "relative isolate inline-flex min-h-6 max-w-full items-center rounded-[4px] font-mono text-small text-ink-2 before:absolute before:inset-x-[-5px] before:inset-y-0 before:-z-1 before:rounded-[4px] before:transition-colors before:duration-quick hover:text-ink hover:before:bg-press",
        className,
      )}
    >
      <span className={classNames("relative", isWhole ? "break-all text-start" : "truncate")}>
        <span className={outcome ? "invisible" : undefined}>{shown}</span>
        <span role="status" className="absolute inset-0 flex items-center gap-1 whitespace-nowrap font-sans">
          {outcome && (
            <>
              <ShapeMark
                shape={outcome === "Copied" ? "check" : "cross"}
                className={classNames("size-[11px]", outcome === "Copied" ? "text-good" : "text-bad")}
              />
              {outcome}
            </>
          )}
        </span>
      </span>
    </button>
  );
}
