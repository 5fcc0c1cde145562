"use client";

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

/** Click copies all of it, however little is shown. `CopyLayer` does it: there may be fifty on a page. */
export function CopyableId({ id, name = "id", isWhole = false, className }: CopyableIdProps) {
  return (
    <button
      type="button"
      tabIndex={useRovingTabIndex()}
      aria-label={`Copy ${name} ${id}`}
      data-copy={id}
      className={classNames("copyable-id", isWhole && "break-all text-start whitespace-normal", className)}
    >
      {isWhole ? id : shortenMiddle(id)}
    </button>
  );
}
