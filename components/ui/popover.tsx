"use client";

import { type ReactNode, Suspense } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { PopoverPopupProps } from "./popover-popup";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type PopoverProps = {
  trigger: (props: PopupTriggerProps) => ReactNode;
  /** Its accessible name. */
  label: string;
  align?: "start" | "center" | "end";
  /** Called when someone comes near, for content that loads on intent itself. */
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
  } = usePopup("dialog", () => {
    popupOnIntent.preload();
    preload?.();
  });
  return (
    <>
      {trigger(triggerProps)}
      {isNeeded && (
        <Suspense fallback={null}>
          <popupOnIntent.Component {...popup} label={label} align={align}>
            {children(close)}
          </popupOnIntent.Component>
        </Suspense>
      )}
    </>
  );
}
