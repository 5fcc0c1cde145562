"use client";

import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";
import { useListedShortcut } from "@/lib/client/shortcuts";
import { usePrefetch } from "@/lib/client/use-prefetch";
import { openRow, ROW_LINK } from "./open-row";
import type { RowMenuEvents } from "./use-row-menu";

const STEP: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

type RowKeysOptions = {
  isFetchedAhead: boolean;
  /** Goes where a link in a row leads. */
  follow: (link: HTMLAnchorElement) => void;
  menu: RowMenuEvents;
};

/**
 * Rows are one stop of the Tab key and are walked by arrow keys, Home and End; Enter is the link's own. A row that
 * the pointer rests on, or the focus reaches, is fetched before it is opened, unless its page can do without.
 */
export function useRowKeys({ isFetchedAhead, follow, menu }: RowKeysOptions) {
  useListedShortcut({ keys: "up down", label: "Move between rows", group: "Lists" });
  useListedShortcut({ keys: "enter", label: "Open row", group: "Lists" });
  const [activeId, setActiveId] = useState<string | null>(null);
  const prefetch = usePrefetch();
  const prefetchRow = (row: Element | null) => {
    if (isFetchedAhead) prefetch(row?.querySelector(ROW_LINK)?.getAttribute("href"));
  };

  function onClick(event: MouseEvent<HTMLElement>) {
    if (!menu.onClick(event)) openRow(event, follow);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    menu.onKeyDown(event);
    const step = STEP[event.key];
    if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(ROW_LINK)];
    const row = (event.target as Element).closest("tr");
    const index = links.findIndex((link) => row?.contains(link));
    // A menu that was opened from a row is no part of the table, though React hands its keys up here.
    if (index < 0 || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    links[step(index, links.length - 1)]?.focus();
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const row = (event.target as Element).closest("tr");
    if (!row || !event.currentTarget.contains(row)) return;
    menu.onIntent(event.target);
    setActiveId(row.dataset.row ?? null);
    prefetchRow(row);
  }

  return {
    activeId,
    rowProps: {
      onClick,
      onAuxClick: onClick,
      onKeyDown,
      onFocus,
      onPointerOver: ({ target }: PointerEvent<HTMLElement>) => {
        menu.onIntent(target as Element);
        prefetchRow((target as Element).closest("tr"));
      },
      onPointerLeave: () => prefetch(null),
    },
  };
}
