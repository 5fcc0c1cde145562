"use client";

import type { ReactNode } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { MenuItem } from "./menu-item";
import type { MenuPopupProps } from "./menu-popup";
import { PopupBoundary } from "./popup-boundary";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type MenuProps = {
  /** Renders the button: `(props) => <IconButton label="Actions" {...props}>…`. */
  trigger: (props: PopupTriggerProps) => ReactNode;
  items: readonly MenuItem[];
  label?: string;
  align?: "start" | "center" | "end";
};

/** The menu without its button, for `usePopup`. */
export const menuOnIntent = loadOnIntent<MenuPopupProps>(() => import("./menu-popup"));

/** The list loads on hover or focus. */
export function Menu({ trigger, items, label, align = "start" }: MenuProps) {
  const { popup, trigger: triggerProps, isMounted, boundary } = usePopup("menu", menuOnIntent.preload);
  return (
    <>
      {trigger(triggerProps)}
      {isMounted && (
        <PopupBoundary {...boundary}>
          <menuOnIntent.Component {...popup} items={items} label={label} align={align} />
        </PopupBoundary>
      )}
    </>
  );
}
