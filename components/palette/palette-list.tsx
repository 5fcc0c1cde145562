"use client";

import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Kbd } from "@/components/ui/values/kbd";
import type { PaletteGroup, PaletteItem } from "./palette-items";
import { PaletteRow } from "./palette-row";

type PaletteListProps = {
  id: string;
  groups: readonly PaletteGroup[];
  activeKey: string | null;
  /** Whether the results are for an earlier text. */
  isStale: boolean;
  onOpen: (item: PaletteItem) => void;
  /** A tap selects a card first, so that its commands appear. */
  onChoose: (item: PaletteItem) => void;
};

/** The focus stays in the input, which refers to the active option. */
export function PaletteList({ id, groups, activeKey, isStale, onOpen, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const pointerType = useRef("mouse");
  const enterKey = activeKey ?? groups[0]?.items[0]?.key;

  useEffect(() => {
    if (!activeKey) list.current?.scrollTo({ top: 0 });
    else document.getElementById(`${id}-${activeKey}`)?.scrollIntoView({ block: "nearest" });
  }, [id, activeKey]);

  function handleClick(item: PaletteItem) {
    if (item.kind === "card" && pointerType.current === "touch" && item.key !== activeKey) onChoose(item);
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
        // biome-ignore lint/a11y/useSemanticElements: a listbox can't contain a fieldset
        <div key={name} role="group" aria-label={name} className="not-first:mt-2">
          <p aria-hidden="true" className="px-2 pb-1 text-caption font-medium text-ink-3">
            {name}
          </p>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
            <div
              key={item.key}
              id={`${id}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={item.key === activeKey}
              onPointerDown={(event) => {
                pointerType.current = event.pointerType;
              }}
              // Keeps the focus in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => handleClick(item)}
              // Enter opens the first row unless another is selected; letters act only on a selected row.
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
