"use client";

import type { ReactNode } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { MenuItem } from "./menu-item";
import type { MenuPopupProps } from "./menu-popup";
import { PopupBoundary } from "./popup-boundary";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type MenuProps = {
  /** Draws the button: `(props) => <IconButton label="Actions" {...props}>…`. */
  trigger: (props: PopupTriggerProps) => ReactNode;
  items: readonly MenuItem[];
  label?: string;
  align?: "start" | "center" | "end";
};

/** The list without a button of its own, for a button that many things share (`usePopup`). */
export const menuOnIntent = loadOnIntent<MenuPopupProps>(() => import("./menu-popup"));

/** A list of things to do. The button is here, the list travels when someone comes near. */
export function Menu({ trigger, items, label, align = "start" }: MenuProps) {
  const { popup, trigger: triggerProps, isNeeded, boundary } = usePopup("menu", menuOnIntent.preload);
  return (
    <>
      {trigger(triggerProps)}
      {isNeeded && (
        <PopupBoundary {...boundary}>
          <menuOnIntent.Component {...popup} items={items} label={label} align={align} />
        </PopupBoundary>
      )}
    </>
  );
}
