"use client";

import { classNames } from "@/components/ui/class-names";
import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";

type CopyableIdProps = {
  id: string;
  /** For the accessible name: "card ID". */
  name?: string;
  /** Shows the full ID. */
  isFull?: boolean;
  className?: string | undefined;
};

/** A click copies the full ID. `CopyLayer` handles it, because a page may have fifty of these. */
export function CopyableId({ id, name = "id", isFull = false, className }: CopyableIdProps) {
  return (
    <button
      type="button"
      tabIndex={useRovingTabIndex()}
      aria-label={`Copy ${name} ${id}`}
      data-copy={id}
      className={classNames("copyable-id", isFull && "break-all text-start whitespace-normal", className)}
    >
      {isFull ? id : shortenMiddle(id)}
    </button>
  );
}
