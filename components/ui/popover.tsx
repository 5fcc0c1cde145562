"use client";

import type { ReactNode } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { PopoverPopupProps } from "./popover-popup";
import { PopupBoundary } from "./popup-boundary";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type PopoverProps = {
  trigger: (props: PopupTriggerProps) => ReactNode;
  /** Its accessible name. */
  label: string;
  align?: "start" | "center" | "end";
  /** Called when someone comes near, for content that loads on intent itself. The popup waits for it. */
  preload?: () => void;
  children: (close: () => void) => ReactNode;
};

const popupOnIntent = loadOnIntent<PopoverPopupProps>(() => import("./popover-popup"));

/** A small surface beside its button, for what is neither a list of actions nor worth a dialog. */
export function Popover({ trigger, label, align = "start", preload, children }: PopoverProps) {
  const {
    popup,
    trigger: triggerProps,
    isNeeded,
    close,
    boundary,
  } = usePopup("dialog", () => {
    popupOnIntent.preload();
    preload?.();
  });
  return (
    <>
      {trigger(triggerProps)}
      {isNeeded && (
        <PopupBoundary {...boundary}>
          <popupOnIntent.Component {...popup} label={label} align={align}>
            {children(close)}
          </popupOnIntent.Component>
        </PopupBoundary>
      )}
    </>
  );
}
