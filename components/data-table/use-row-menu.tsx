"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import { menuOnIntent } from "@/components/ui/popups/menu";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { usePopup } from "@/components/ui/popups/use-popup";

export type RowMenuContent = { label: string; items: readonly MenuItem[] };

export type RowMenuEvents = {
  /** Returns whether the event was for a row's menu. */
  onClick(event: MouseEvent<HTMLElement>): boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): boolean;
  onIntent(target: Element): void;
};

const MENU_BUTTON = "button[data-row-menu]";

/** All rows share one menu, which the table opens for the plain button in each row. */
export function useRowMenu(menuOf: (id: string) => RowMenuContent | null): {
  events: RowMenuEvents;
  /** The row whose menu is open. */
  openId: string | null;
  menu: ReactNode;
} {
  const { popup, trigger, isMounted, boundary } = usePopup("menu", menuOnIntent.preload);
  const [id, setId] = useState<string | null>(null);
  const actions = id === null ? null : menuOf(id);

  function selectRow(target: EventTarget): boolean {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>(MENU_BUTTON) : null;
    if (!button) return false;
    trigger.ref.current = button;
    setId(button.closest("tr")?.dataset.row ?? null);
    return true;
  }

  return {
    events: {
      onClick(event) {
        const isHandled = selectRow(event.target);
        if (isHandled) trigger.onClick(event);
        return isHandled;
      },
      onKeyDown(event) {
        const isHandled = selectRow(event.target);
        if (isHandled) trigger.onKeyDown(event);
        return isHandled;
      },
      onIntent(target) {
        if (target.closest(MENU_BUTTON)) menuOnIntent.preload();
      },
    },
    openId: popup.open ? id : null,
    menu: isMounted && actions && (
      <PopupBoundary {...boundary}>
        <menuOnIntent.Component {...popup} {...actions} align="end" />
      </PopupBoundary>
    ),
  };
}
