"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useListedShortcut } from "@/lib/client/shortcuts";
import { usePrefetch } from "@/lib/client/use-prefetch";
import { enterRows } from "./enter-rows";
import { openRow, ROW_LINK_SELECTOR } from "./open-row";
import type { RowMenuEvents } from "./use-row-menu";

export const SELECT_BOX_SELECTOR = "input[data-select-row]";

const STEP: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

type RowKeysOptions = {
  canPrefetch: boolean;
  /** Whether the rows have checkboxes. */
  canSelect: boolean;
  /** Navigates to a link in a row. */
  openLink: (link: HTMLAnchorElement) => void;
  menu: RowMenuEvents;
};

/**
 * The rows are one tab stop and are navigated with arrow keys, Home and End; ↓ also enters them from the page. A row is prefetched on hover and focus if
 * `canPrefetch` is set.
 */
export function useRowKeys({ canPrefetch, canSelect, openLink, menu }: RowKeysOptions) {
  useListedShortcut({ keys: "up down", label: "Move between rows", group: "Lists" });
  useListedShortcut({ keys: "enter", label: "Open row", group: "Lists" });
  useListedShortcut({ keys: "x", label: "Select row", group: "Lists" }, canSelect);
  const [activeId, setActiveId] = useState<string | null>(null);
  const group = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => enterRows(event, group.current, document);
    window.addEventListener("keydown", enter);
    return () => window.removeEventListener("keydown", enter);
  }, []);
  const prefetch = usePrefetch();
  const prefetchRow = (row: Element | null) => {
    if (canPrefetch) prefetch(row?.querySelector(ROW_LINK_SELECTOR)?.getAttribute("href"));
  };

  function onClick(event: MouseEvent<HTMLElement>) {
    if (!menu.onClick(event)) openRow(event, openLink);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    menu.onKeyDown(event);
    if (event.key === "x" && selectRow(event)) return;
    const step = STEP[event.key];
    if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>(ROW_LINK_SELECTOR)];
    const row = (event.target as Element).closest("tr");
    const index = links.findIndex((link) => row?.contains(link));
    // React also bubbles key events from a row's menu, which is in a portal outside the table.
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
      ref: group,
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

/** False if the rows can't be selected, or the key is meant for something else. */
function selectRow(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const target = event.target as Element;
  if (!target.matches(`${ROW_LINK_SELECTOR}, ${SELECT_BOX_SELECTOR}`)) return false;
  const box = target.closest("tr")?.querySelector<HTMLInputElement>(SELECT_BOX_SELECTOR);
  if (!box) return false;
  event.preventDefault();
  box.click();
  return true;
}
