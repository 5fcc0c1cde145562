"use client";

import type { ReactNode } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { MenuPopupProps } from "./menu-popup";
import { PopupBoundary } from "./popup-boundary";
import { type PopupTriggerProps, usePopup } from "./use-popup";

type MenuAction = {
  label: string;
  icon?: ReactNode;
  shortcut?: string;
  tone?: "danger";
  /** Why it cannot be chosen. It is still listed, so that the reason can be read. */
  unavailable?: string | undefined;
};

export type MenuItem =
  | (MenuAction & { kind?: "action"; onSelect: () => void })
  | (MenuAction & { kind: "link"; href: string })
  | { kind: "separator"; id: string }
  | { kind: "heading"; id: string; label: string }
  | { kind: "note"; id: string; content: ReactNode }
  | { kind: "check"; label: string; isOn: boolean; onChange: (isOn: boolean) => void; onNear?: () => void }
  | {
      kind: "choice";
      label: string;
      value: string;
      options: readonly { value: string; label: string; detail?: ReactNode }[];
      onChange: (value: string) => void;
      /** The pointer or the arrow keys have come to it. */
      onNear?: (value: string) => void;
    };

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
