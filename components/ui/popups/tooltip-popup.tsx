"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { useState } from "react";
import { POSITIONER_STYLE } from "./popup-style";

export type TooltipPopupProps = { tip: { anchor: Element; text: string } | null };

/** Hidden from screen readers, because the anchor's name or description has the same text. */
export default function TooltipPopup({ tip }: TooltipPopupProps) {
  // Keeps the text while the tooltip fades out.
  const [last, setLast] = useState(tip);
  if (tip && tip !== last) setLast(tip);
  const shown = tip ?? last;
  return (
    <Tooltip.Root open={tip !== null}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={shown?.anchor ?? null}
          sideOffset={6}
          collisionPadding={8}
          className={`${POSITIONER_STYLE} z-[60]`}
        >
          <Tooltip.Popup
            data-tip-popup=""
            aria-hidden="true"
            className="max-w-72 whitespace-pre-line rounded-control bg-ink px-2 py-1 text-pretty text-small text-paper shadow-pop transition-opacity duration-quick data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {shown?.text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
