"use client";

import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Kbd } from "@/components/ui/kbd";
import type { PaletteGroup, PaletteItem } from "./palette-items";
import { PaletteRow } from "./palette-row";

type PaletteListProps = {
  id: string;
  groups: readonly PaletteGroup[];
  activeKey: string | null;
  /** The results answer an earlier text; the next are on their way. */
  isStale: boolean;
  onOpen: (item: PaletteItem) => void;
  /** A finger chooses first: what can be done is then offered beside it. */
  onChoose: (item: PaletteItem) => void;
};

/** The list under the box. The focus stays in the box, which names the option that is active. */
export function PaletteList({ id, groups, activeKey, isStale, onOpen, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const pointer = useRef("mouse");
  const enterKey = activeKey ?? groups[0]?.items[0]?.key;

  useEffect(() => {
    if (!activeKey) list.current?.scrollTo({ top: 0 });
    else document.getElementById(`${id}-${activeKey}`)?.scrollIntoView({ block: "nearest" });
  }, [id, activeKey]);

  function press(item: PaletteItem) {
    if (item.kind === "card" && pointer.current === "touch" && item.key !== activeKey) onChoose(item);
    else onOpen(item);
  }

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isStale || undefined}
      className={classNames(
        "min-h-0 flex-1 scroll-py-8 overflow-y-auto overscroll-contain px-2 transition-opacity duration-quick empty:flex-none",
        groups.length > 0 && "py-2",
        isStale && "opacity-55 delay-200",
      )}
    >
      {groups.map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name} className="not-first:mt-2">
          <p aria-hidden="true" className="px-2 pb-1 text-caption font-medium text-ink-3">
            {name}
          </p>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and handles the keys
            <div
              key={item.key}
              id={`${id}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={item.key === activeKey}
              onPointerDown={(event) => {
                pointer.current = event.pointerType;
              }}
              // The focus stays in the box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => press(item)}
              // Enter opens the first row until the arrows have chosen one; letters are for a chosen one only.
              className={classNames(
                "flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-control px-2 py-1 touch:min-h-13",
                item.key === activeKey
                  ? "bg-accent-soft inset-ring inset-ring-accent-line"
                  : item.key === enterKey
                    ? "bg-hover inset-ring inset-ring-line-strong touch:bg-transparent touch:inset-ring-transparent"
                    : "hover:bg-hover",
              )}
            >
              <PaletteRow item={item} />
              <span className="w-[1.125rem] shrink-0 touch:hidden">
                {item.key === enterKey && <Kbd keys="enter" />}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
