"use client";

import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { POPUP_STYLE, POSITIONER_STYLE } from "./popup-style";
import type { PopupState } from "./use-popup";

export type PopoverPopupProps = PopupState & {
  label: string;
  align: "start" | "center" | "end";
  children: ReactNode;
};

const CONTROL_SELECTOR = "button, input, select, textarea, a[href]";

export default function PopoverPopup({
  open,
  onOpenChange,
  anchor,
  label,
  align,
  children,
}: PopoverPopupProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange} modal>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={POSITIONER_STYLE}
        >
          <Popover.Popup
            initialFocus={() =>
              content.current?.querySelector<HTMLElement>(CONTROL_SELECTOR) ?? content.current
            }
            finalFocus={false}
            aria-label={label}
            className={classNames(
              POPUP_STYLE,
              "max-h-(--available-height) overflow-y-auto overscroll-contain",
            )}
          >
            <div ref={content} tabIndex={-1} className="outline-none">
              {children}
            </div>
            {/* For screen reader users without an Escape key. */}
            <Popover.Close className="sr-only focus:not-sr-only focus:m-2 focus:rounded-control focus:px-2">
              Close
            </Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
