"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import { menuOnIntent } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { usePopup } from "@/components/ui/use-popup";

/** What can be done with a row, without opening it. */
export type RowActions = { label: string; items: readonly MenuItem[] };

export type RowMenuEvents = {
  /** Each says whether the event was meant for a row's menu. */
  onClick(event: MouseEvent<HTMLElement>): boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): boolean;
  onIntent(target: Element): void;
};

const BUTTON = "button[data-row-menu]";

/** One list serves all rows: a plain button in each asks for it, and the table answers. */
export function useRowMenu(actionsOf: (id: string) => RowActions | null): {
  events: RowMenuEvents;
  /** The row whose list is open. */
  openId: string | null;
  list: ReactNode;
} {
  const { popup, trigger, isNeeded, boundary } = usePopup("menu", menuOnIntent.preload);
  const [id, setId] = useState<string | null>(null);
  const actions = id === null ? null : actionsOf(id);

  function turnTo(target: EventTarget): boolean {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>(BUTTON) : null;
    if (!button) return false;
    trigger.ref.current = button;
    setId(button.closest("tr")?.dataset.row ?? null);
    return true;
  }

  return {
    events: {
      onClick(event) {
        const isMeant = turnTo(event.target);
        if (isMeant) trigger.onClick(event);
        return isMeant;
      },
      onKeyDown(event) {
        const isMeant = turnTo(event.target);
        if (isMeant) trigger.onKeyDown(event);
        return isMeant;
      },
      onIntent(target) {
        if (target.closest(BUTTON)) menuOnIntent.preload();
      },
    },
    openId: popup.open ? id : null,
    list: isNeeded && actions && (
      <PopupBoundary {...boundary}>
        <menuOnIntent.Component {...popup} {...actions} align="end" />
      </PopupBoundary>
    ),
  };
}
