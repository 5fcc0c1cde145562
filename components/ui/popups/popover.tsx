"use client";

import type { ReactNode } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { PopoverPopupProps } from "./popover-popup";
import { PopupBoundary } from "./popup-boundary";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type PopoverProps = {
  trigger: (props: PopupTriggerProps) => ReactNode;
  label: string;
  align?: "start" | "center" | "end";
  /** Called on hover and focus, for content with its own code to load. */
  preload?: () => void;
  children: (close: () => void) => ReactNode;
};

const popupOnIntent = loadOnIntent<PopoverPopupProps>(() => import("./popover-popup"));

/** For content that is neither a menu nor needs a dialog. */
export function Popover({ trigger, label, align = "start", preload, children }: PopoverProps) {
  const {
    popup,
    trigger: triggerProps,
    isMounted,
    close,
    boundary,
  } = usePopup("dialog", () => {
    popupOnIntent.preload();
    preload?.();
  });
  return (
    <>
      {trigger(triggerProps)}
      {isMounted && (
        <PopupBoundary {...boundary}>
          <popupOnIntent.Component {...popup} label={label} align={align}>
            {children(close)}
          </popupOnIntent.Component>
        </PopupBoundary>
      )}
    </>
  );
}
